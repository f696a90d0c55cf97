/** The variables that are set. Programs of the project get all of them, as from Gemini CLI: which of them a tool needs, its own call program knows. */
export function wholeEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
