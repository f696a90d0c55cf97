import type { Range } from "./nodes.js";

/** Why a template doesn't parse, at the tag that is to blame rather than where the parser gave up. */
export interface SyntaxProblem {
  readonly code: "unclosed-block" | "template-syntax";
  readonly range: Range;
  readonly detail: string;
}

/** Finds the tag that is to blame: a block that isn't closed, a closing tag without one, braces that don't close. */
export function syntaxProblem(text: string, parserMessage: string): SyntaxProblem {
  const open: { readonly name: string; readonly range: Range }[] = [];
  for (const match of text.matchAll(/\\{0,2}\{\{(?:(?!\}\}|\{\{).)*(\}\})?/gs)) {
    const range = { start: match.index, end: match.index + match[0].length };
    if (/^\\\{/.test(match[0])) continue;
    if (match[1] === undefined)
      return { code: "template-syntax", range: { start: range.start, end: range.start + 2 }, detail: "'{{' has no '}}'" };
    const name = /^\\{0,2}\{\{~?\s*([#/])\s*([^\s}~]+)/.exec(match[0]);
    if (name?.[1] === "#") open.push({ name: name[2] ?? "", range });
    if (name?.[1] !== "/") continue;
    const opener = open.pop();
    if (opener === undefined) return { code: "template-syntax", range, detail: `nothing is open that {{/${name[2]}}} could close` };
    if (opener.name !== name[2])
      return { code: "unclosed-block", range: opener.range, detail: `{{#${opener.name}}} meets {{/${name[2]}}}` };
  }
  const last = open.at(-1);
  if (last !== undefined) return { code: "unclosed-block", range: last.range, detail: `{{#${last.name}}} has no {{/${last.name}}}` };
  return { code: "template-syntax", range: { start: 0, end: text.length }, detail: firstLine(parserMessage) };
}

/** The parser's message shows its own excerpt and caret; what it expected is in its last line. */
function firstLine(message: string): string {
  const expectation = /got '([A-Z_]+)'/.exec(message)?.[1];
  return expectation === undefined ? (message.split("\n")[0] ?? message) : `unexpected ${expectation.toLowerCase().replaceAll("_", " ")}`;
}
