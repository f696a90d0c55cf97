/** Returns a short form of a description, for a single line. */
export function firstSentence(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return /^.*?[.!?](?= [A-Z]|$)/.exec(line)?.[0] ?? line;
}
