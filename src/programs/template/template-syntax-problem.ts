import type { Range } from "../../contract/spec-node.js";

/** Why a template doesn't parse, at the tag that causes it rather than where the parser gave up. */
export interface TemplateSyntaxProblem {
  readonly code: "unclosed-block" | "template-syntax";
  readonly range: Range;
  readonly detail: string;
  readonly help?: string | undefined;
}

/** A text that the parser refused, with its message, and a function that tests another text. */
export interface UnsupportedSyntax {
  readonly text: string;
  readonly message: string;
  readonly takes: (text: string) => boolean;
}

/**
 * Finds the tag that causes the error: a block that isn't closed, a closing tag without one, braces that don't close, a
 * tag that is wrong by itself.
 */
export function templateSyntaxProblem({ text, message, takes }: UnsupportedSyntax): TemplateSyntaxProblem {
  const openBlocks: { readonly name: string; readonly range: Range }[] = [];
  for (const match of text.matchAll(/\\{0,2}\{\{(?:(?!\}\}|\{\{).)*(\}\})?/gs)) {
    const range = { start: match.index, end: match.index + match[0].length };
    if (/^\\\{/.test(match[0])) continue;
    if (match[1] === undefined)
      return { code: "template-syntax", range: { start: range.start, end: range.start + 2 }, detail: "'{{' has no '}}'" };
    if (!takes(completed(match[0])))
      return { code: "template-syntax", range, detail: tagProblem(match[0]) ?? firstLine(message), help: tagHelp(match[0]) };
    if (/^\\{0,2}\{\{~?\s*else\b/.test(match[0]) && openBlocks.length === 0)
      return { code: "template-syntax", range, detail: "nothing is open that {{else}} could belong to" };
    const name = /^\\{0,2}\{\{~?\s*([#/])\s*([^\s}~]+)/.exec(match[0]);
    if (name?.[1] === "#") openBlocks.push({ name: name[2] ?? "", range });
    if (name?.[1] !== "/") continue;
    const opener = openBlocks.pop();
    if (opener === undefined) return { code: "template-syntax", range, detail: `nothing is open that {{/${name[2]}}} could close` };
    if (opener.name !== name[2])
      return { code: "unclosed-block", range: opener.range, detail: `{{#${opener.name}}} meets {{/${name[2]}}}` };
  }
  const last = openBlocks.at(-1);
  if (last !== undefined) return { code: "unclosed-block", range: last.range, detail: `{{#${last.name}}} has no {{/${last.name}}}` };
  return { code: "template-syntax", range: { start: 0, end: text.length }, detail: firstLine(message) };
}

/** A tag with the context that makes it a valid template of its own. */
function completed(tag: string): string {
  const [, sign = "", name = ""] = /^\\{0,2}\{\{~?\s*([#^/]?)\s*([^\s}~]*)/.exec(tag) ?? [];
  if (sign === "/") return `{{#${name} x}}y${tag}`;
  if (name === "else") return `{{#if x}}y${tag}z{{/if}}`;
  return sign === "" || name === "" ? tag : `${tag}y{{/${name}}}`;
}

/** Returns advice for syntax of other template and programming languages. */
function tagProblem(tag: string): string | undefined {
  if (/^\\{0,2}\{\{\s*\}\}$/.test(tag)) return "a placeholder needs a name";
  if (/[=!]=/.test(tag)) return 'a comparison is written (eq x "literal")';
  if (/&&|\|\|/.test(tag)) return "conditions have no 'and' and 'or': put one block into the other";
  if (/\|/.test(tag)) return `placeholders have no filters such as '${/\|\s*[^\s}]*/.exec(tag)?.[0] ?? "|"}'`;
  if (/^\\{0,2}\{\{\s*\./.test(tag)) return "a name doesn't begin with '.'";
  if (/[\s(]!/.test(tag)) return "the opposite of {{#if x}} is written {{#unless x}}";
  return undefined;
}

/** Returns how to write what another language's syntax means. */
function tagHelp(tag: string): string | undefined {
  const [, name] = /^\\{0,2}\{\{\s*\.?([\w-]+)/.exec(tag) ?? [];
  if (name === undefined) return undefined;
  if (/\|\s*default/.test(tag)) return `Write {{${name}}}, and give the parameter a \`default\` in \`schema\`.`;
  if (/\|(?!\|)/.test(tag))
    return `Write {{${name}}}: values are passed on as they are. Let the program change them, or offer the right spellings as an \`enum\`.`;
  return /^\\{0,2}\{\{\s*\./.test(tag) ? `Write {{${name}}}.` : undefined;
}

/** The parser's message contains its own excerpt and caret; what it expected is in its last line. */
function firstLine(message: string): string {
  const expectation = /got '([A-Z_]+)'/.exec(message)?.[1];
  return expectation === undefined ? (message.split("\n")[0] ?? message) : `unexpected ${expectation.toLowerCase().replaceAll("_", " ")}`;
}
