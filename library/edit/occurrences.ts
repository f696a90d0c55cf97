/** A range of a text. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Finds a text in another, whatever the line ends of both. */
export function occurrencesOf(wanted: string, text: string): readonly Stretch[] {
  const plain = text.replaceAll("\r\n", "\n");
  const needle = wanted.replaceAll("\r\n", "\n");
  const starts: number[] = [];
  for (let at = plain.indexOf(needle); at !== -1 && needle !== ""; at = plain.indexOf(needle, at + needle.length)) starts.push(at);
  const place = placesIn(text);
  return starts.map((start) => ({ start: place(start), end: place(start + needle.length) }));
}

/** Maps offsets in a text whose CRLF have become LF to offsets in the text itself. They must be requested in order. */
function placesIn(text: string): (offset: number) => number {
  let removed = 0;
  let next = text.indexOf("\r\n");
  return (offset) => {
    while (next !== -1 && next - removed < offset) {
      removed++;
      next = text.indexOf("\r\n", next + 2);
    }
    return offset + removed;
  };
}

/** The number of the line at an offset. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;
