/** What stands for a description where there is a line for it. */
export function firstSentence(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return /^.*?[.!?](?= [A-Z]|$)/.exec(line)?.[0] ?? line;
}
