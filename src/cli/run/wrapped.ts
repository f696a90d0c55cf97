/**
 * A line cut to pieces that each stand on one line of a terminal, so that what follows is never where the terminal would put it: a piece that it wraps
 * itself begins at its edge, where only we write. From U+1100 on, a character may take two places.
 */
export function wrapped(line: string, columns: number): readonly string[] {
  const width = Math.max(2, columns);
  const pieces: string[] = [];
  let piece = "";
  let free = width;
  for (const character of line) {
    const cells = character < "\u1100" ? 1 : 2;
    if (cells > free) {
      pieces.push(piece);
      piece = "";
      free = width;
    }
    piece += character;
    free -= cells;
  }
  return [...pieces, piece];
}

/** The same for words of ours, cut between them where that is possible. All lines but the first begin with so many spaces. */
export function wrappedWords(line: string, columns: number, hanging = 0): readonly string[] {
  const lines: string[] = [];
  const indent = " ".repeat(hanging);
  let current = "";
  for (const word of line.split(" ").flatMap((each) => wrapped(each, columns - hanging))) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (wrapped(longer, columns).length > 1) {
      lines.push(current);
      current = indent + word;
    } else current = longer;
  }
  return [...lines, current];
}

/** The beginning of a text, as much of it as stands on one line, with a mark where there is more. */
export function cutTo(text: string, columns: number): string {
  const [first = ""] = wrapped(text, columns);
  return first === text ? text : `${first.slice(0, -1)}…`;
}
