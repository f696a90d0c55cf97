/**
 * Returns all variables that are set. Programs of the project get all of them, as from Gemini CLI; the project's own
 * call program knows which ones a tool needs.
 */
export function wholeEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
