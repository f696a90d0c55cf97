/** How many lines are shown before and after a change, and how many in all. */
const around = 5;
const mostLines = 200;

/** Returns the changed lines of a text with the lines around them, so that the model needn't read the file again. */
export function updatedCode(text: string, changes: readonly { readonly start: number; readonly end: number }[]): string {
  const lines = text.split(/\r?\n/);
  const lineAt = linesIn(text);
  const shown = new Set<number>();
  for (const { start, end } of changes) {
    if (shown.size >= mostLines) break;
    const [first, last] = [lineAt(start) - around, lineAt(end) + around];
    for (let line = first; line <= last && shown.size < mostLines; line++) shown.add(line);
  }
  const numbers = [...shown].filter((line) => line > 0 && line <= lines.length).sort((a, b) => a - b);
  return numbers
    .map((line, i) => `${i > 0 && line !== (numbers[i - 1] ?? 0) + 1 ? "…\n" : ""}${lines[line - 1]}`)
    .join("\n")
    .trimEnd();
}

/** The numbers of the lines at offsets of a text. They must be requested in order, because there may be very many. */
function linesIn(text: string): (offset: number) => number {
  let line = 1;
  let next = text.indexOf("\n");
  return (offset) => {
    for (; next !== -1 && next < offset; next = text.indexOf("\n", next + 1)) line++;
    return line;
  };
}
