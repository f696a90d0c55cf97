/** The longest line of a printed type. */
export const printWidth = 140;

/**
 * Formats what json-schema-to-typescript prints without Prettier, as Prettier formats it. Returns `undefined` for
 * anything else than members of simple types in interfaces, with their comments: Prettier, which takes twice as long
 * to load as the rest of a build of one tool, must parse that. So a text of a spec that breaks out of its comment or
 * its string is still an error.
 */
export function formatTypes(printed: string): string | undefined {
  const lines: string[] = [];
  let depth = 0;
  let inComment = false;
  for (const line of printed.split("\n")) {
    const formatted: Formatted | undefined = inComment ? formatComment(line) : formatCode(line, depth);
    if (formatted === undefined) return undefined;
    const { open = 0, before = 0 } = formatted;
    depth += before;
    if (depth < 0) return undefined;
    lines.push(...formatted.lines.map((one) => "  ".repeat(depth) + one));
    depth += open;
    inComment = formatted.comment ?? inComment;
  }
  return depth === 0 && !inComment ? lines.join("\n") : undefined;
}

interface Formatted {
  readonly lines: readonly string[];
  /** How much deeper this line is than the one before, and how much deeper the next is. */
  readonly before?: number;
  readonly open?: number;
  /** True if a comment goes on in the next line. */
  readonly comment?: boolean;
}

function formatComment(line: string): Formatted | undefined {
  if (line === " */") return { lines: [line], comment: false };
  if (line === " *" || line === " * ") return { lines: [" *"] };
  return /^ \* .*\S$/.test(line) && !line.includes("*/") ? { lines: [line] } : undefined;
}

function formatCode(line: string, depth: number): Formatted | undefined {
  if (line === "/**") return { lines: [line], comment: true };
  if (/^export interface [A-Za-z_$][\w$]* \{$/.test(line)) return depth === 0 ? { lines: [line], open: 1 } : undefined;
  if (/^\}(?:\[\])*$/.test(line)) return { lines: [depth === 1 ? line : `${line};`], before: -1 };
  const [, name, type] = memberOrAlias(line, depth) ?? [];
  if (name === undefined || type === undefined) return undefined;
  if (type === "{") return name.startsWith("export") ? undefined : { lines: [`${name} {`], open: 1 };
  const members = unionOf(type);
  if (members === undefined) return undefined;
  const short = `${name} ${members.join(" | ")};`;
  if (2 * depth + short.length <= printWidth) return { lines: [short] };
  return members.length > 1 && depth > 0
    ? { lines: [name, ...members.map((one, i) => `  | ${one}${i === members.length - 1 ? ";" : ""}`)] }
    : undefined;
}

/** A name that needs no quotes, or one that Prettier can't take them from; and the type of the member or alias. */
function memberOrAlias(line: string, depth: number): RegExpExecArray | null {
  const pattern =
    depth === 0
      ? /^(export type [A-Za-z_$][\w$]* =) ([^{}]+)$/
      : /^((?:[A-Za-z_$][\w$]*|"[A-Za-z][\w ]*-[\w -]*"|\[k: string\])\??:) (\{|[^{}]+)$/;
  return pattern.exec(line);
}

const atom = /[A-Za-z_$][\w$]*|"[\x20\x21\x23-\x5b\x5d-\x7e]*"|-?(?:0|[1-9]\d{0,14})/.source;
// Prettier takes parentheses away where they are useless.
const group = `\\((?:${atom})(?: \\| (?:${atom}))+\\)(?:\\[\\])+`;
const element = `(?:(?:${atom})(?:\\[\\])*|${group})`;
const single = new RegExp(`^${element}$`);
const union = new RegExp(`^${element}(?: \\| ${element})+$`);
const elements = new RegExp(element, "g");

/** The members of a type that is a union of simple ones, or the type alone. */
function unionOf(type: string): readonly string[] | undefined {
  if (single.test(type)) return [type];
  const inner = /^\((.*)\)$/.exec(type)?.[1] ?? type;
  if (single.test(inner)) return [inner];
  return union.test(inner) ? (inner.match(elements) ?? undefined) : undefined;
}
