/** The first thing in a text that JSON doesn't allow: its offset, and what could stand there instead. */
export interface JsonSyntaxError {
  readonly offset: number;
  readonly expected: string;
}

const space = /[ \t\n\r]*/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Finds the mistake in a text that `JSON.parse` refused; `undefined` if there is none. V8's messages differ between
 * versions, and in Node 20 most lack the position. Keeps its own stack, so that deeply nested brackets don't overflow
 * it.
 */
export function findSyntaxError(json: string): JsonSyntaxError | undefined {
  const openBrackets: string[] = [];
  let at = skip(space, json, 0);
  for (;;) {
    // At a value.
    const start = json[at];
    if (start === "{" || start === "[") {
      at = skip(space, json, at + 1);
      if (json[at] !== closing(start)) {
        openBrackets.push(start);
        const key = start === "{" ? skipKey(json, at, "a key in double quotes or '}'") : at;
        if (typeof key !== "number") return key;
        at = key;
        continue;
      }
      at++;
    } else {
      const end = start === '"' ? skipText(json, at) : skip(scalar, json, at);
      if (typeof end !== "number") return end;
      if (end === at) return { offset: at, expected: openBrackets.length === 0 ? "one JSON object" : "a value" };
      at = end;
    }
    // After a value: containers end here, or go on with a comma.
    at = skip(space, json, at);
    while (openBrackets.length > 0 && json[at] === closing(openBrackets.at(-1))) {
      openBrackets.pop();
      at = skip(space, json, at + 1);
    }
    const inside = openBrackets.at(-1);
    if (inside === undefined) return at < json.length ? { offset: at, expected: "the end of the text" } : undefined;
    if (json[at] !== ",") return { offset: at, expected: `',' or '${closing(inside)}'` };
    at = skip(space, json, at + 1);
    const key = inside === "{" ? skipKey(json, at, "a key in double quotes") : at;
    if (typeof key !== "number") return key;
    at = key;
  }
}

const closing = (opening: string | undefined) => (opening === "{" ? "}" : "]");

function skipKey(json: string, at: number, expected: string): number | JsonSyntaxError {
  if (json[at] !== '"') return { offset: at, expected };
  const end = skipText(json, at);
  if (typeof end !== "number") return end;
  const colon = skip(space, json, end);
  return json[colon] === ":" ? skip(space, json, colon + 1) : { offset: colon, expected: "':'" };
}

function skipText(json: string, start: number): number | JsonSyntaxError {
  for (let at = start + 1; at < json.length; ) {
    if (json[at] === '"') return at + 1;
    if (json[at] === "\\") {
      const end = skip(escapeSequence, json, at);
      if (end === at) return { offset: at, expected: "a valid escape, such as \\n or \\\\" };
      at = end;
    } else {
      if (json.charCodeAt(at) < 0x20) return { offset: at, expected: "no line break or control character in a text (write \\n)" };
      at++;
    }
  }
  return { offset: json.length, expected: "a double quote at the end of the text" };
}

function skip(pattern: RegExp, json: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(json) ? pattern.lastIndex : at;
}
