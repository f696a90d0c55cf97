const delimiters = ['"""', "'''", "```", '"', "'", "`"] as const;

/** Returns the index behind the text or command in quotes that begins at an index; `undefined` if none begins there. */
function literalEnd(text: string, start: number): number | undefined {
  const mark = delimiters.find((one) => text.startsWith(one, start));
  if (mark === undefined) return undefined;
  for (let at = start + mark.length; at < text.length; at++) {
    if (text.startsWith(mark, at)) return at + mark.length;
    if (text[at] === "\\" && mark.startsWith('"')) at++;
  }
  return text.length + 1;
}

/**
 * Returns the index of a mark outside of quotes and parentheses; `undefined` if there is none. A quote that is never
 * closed hides all that follows.
 */
export function indexOutside(text: string, isMark: (at: number) => boolean, start = 0): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; ) {
    if (depth === 0 && isMark(at)) return at;
    if (text[at] === "(") depth++;
    if (text[at] === ")") depth = Math.max(0, depth - 1);
    at = literalEnd(text, at) ?? at + 1;
  }
  return undefined;
}

/**
 * Returns what just may put into a script as code: from each `{{` to the end of the line on which its `}}` is.
 * `undefined` if an end isn't found.
 */
export function insertedTexts(body: string): readonly string[] | undefined {
  const found: string[] = [];
  for (let at = 0; at < body.length; ) {
    const start = body.indexOf("{{", at);
    if (start === -1) break;
    // Four braces are a text.
    if (body.startsWith("{{{{", start)) {
      at = start + 4;
      continue;
    }
    const end = indexOutside(body, (index) => body.startsWith("}}", index), start + 2);
    if (end === undefined) return undefined;
    const line = body.indexOf("\n", end);
    found.push(body.slice(start, line === -1 ? undefined : line));
    at = end + 2;
  }
  return found;
}
