/** How many lines are shown before and after a change, and how many in all. */
const around = 5;
const mostLines = 200;

/** The lines of a text in which changes are, with those around them: so that nobody has to read the file to see what has become of it. */
export function updatedCode(text: string, changes: readonly { readonly start: number; readonly end: number }[]): string {
  const lines = text.split(/\r?\n/);
  const lineAt = (offset: number) => text.slice(0, offset).split("\n").length;
  const shown = new Set<number>();
  for (const { start, end } of changes) {
    for (let line = lineAt(start) - around; line <= lineAt(end) + around && shown.size < mostLines; line++) shown.add(line);
  }
  const numbers = [...shown].filter((line) => line > 0 && line <= lines.length).sort((a, b) => a - b);
  return numbers
    .map((line, i) => `${i > 0 && line !== (numbers[i - 1] ?? 0) + 1 ? "…\n" : ""}${lines[line - 1]}`)
    .join("\n")
    .trimEnd();
}
