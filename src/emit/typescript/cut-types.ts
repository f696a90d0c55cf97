/**
 * Cuts what json-schema-to-typescript printed into its declarations, by their names, and lays each out: indented, with semicolons, and of comments the
 * lines that were asked for. Works on marks: nothing of a spec is in the text yet, so lines and braces are what they look like.
 */
export function cutTypes(printed: string): ReadonlyMap<string, string> {
  const declarations = new Map<string, string>();
  let lines: string[] = [];
  let depth = 0;
  for (const line of printed.split("\n").filter(isWanted)) {
    if (line.startsWith("}")) depth--;
    const indent = "  ".repeat(depth);
    const isComment = /^(?:\/\*\*| \*)/.test(line);
    if (line.endsWith("{")) depth++;
    const laid = indent + withoutOuterParentheses(line);
    lines.push(isComment || line.endsWith("{") || depth === 0 ? laid : `${laid};`);
    if (depth > 0 || isComment) continue;
    const name = lines.map((one) => /^export (?:interface|type) (\w+)/.exec(one)?.[1]).find((found) => found !== undefined);
    if (name !== undefined) declarations.set(name, closed(lines));
    lines = [];
  }
  return declarations;
}

/** Comments of its own making tell of tuples' limits and of who refers to whom. */
function isWanted(line: string): boolean {
  return line !== "" && (!line.startsWith(" *") || line === " */" || /^ \* M\d+$/.test(line));
}

/** Comments that have no line left go; an alias ends with a semicolon. */
function closed(lines: readonly string[]): string {
  const text = lines.join("\n").replace(/^ *\/\*\*\n *\*\/\n/gm, "");
  return /^export type /m.test(text) ? `${text};` : text;
}

/** Unions come in parentheses, also where they stand alone. */
function withoutOuterParentheses(line: string): string {
  const found = /^([^(]*(?:: | = ))\((.*)\)$/.exec(line);
  const [, head = "", inner = ""] = found ?? [];
  let depth = 0;
  for (const character of inner) {
    depth += character === "(" ? 1 : character === ")" ? -1 : 0;
    if (depth < 0) return line;
  }
  return found === null ? line : head + inner;
}
