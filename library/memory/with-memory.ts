import { lineEndOf } from "../files/text-file.js";

/** The heading that is written, and the one that Gemini CLI's tool of this name wrote. */
const heading = /^##\s+(?:Gemini\s+)?Added Memories\s*$/i;

/**
 * Returns a Markdown text with one more line in its list of memories, which is created at the end if it is missing;
 * everything else stays unchanged. Returns `undefined` if the line is already there.
 */
export function withMemory(text: string, line: string): string | undefined {
  const end = text === "" ? "\n" : lineEndOf(text);
  const item = `- ${line}`;
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const section = sectionOf(lines);
  if (section === undefined)
    return after(lines, [...(isBlank(lines.at(-1) ?? "") ? [] : [""]), "## Added Memories", "", item], end).join("");
  const held = lines.slice(section.start, section.end);
  if (held.some((one) => one.trim() === item)) return undefined;
  const last = section.start + held.findLastIndex((one) => !isBlank(one)) + 1;
  const added = after(lines.slice(0, last), last === section.start + 1 ? ["", item] : [item], end);
  return [...added, ...lines.slice(last)].join("");
}

const isBlank = (line: string) => line.trim() === "";

/** Lines with their ends, and others after them. */
function after(lines: readonly string[], added: readonly string[], end: string): readonly string[] {
  const last = lines.at(-1);
  const whole = last === undefined || last.endsWith("\n") ? lines : [...lines.slice(0, -1), last + end];
  return [...whole, ...added.map((line) => line + end)];
}

/**
 * Returns the lines from the heading to the next heading of the same or a higher level. A heading inside a code block
 * doesn't count.
 */
function sectionOf(lines: readonly string[]): { readonly start: number; readonly end: number } | undefined {
  let start: number | undefined;
  for (let i = 0; i < lines.length; i = behindBlock(lines, i)) {
    const line = lines[i] ?? "";
    if (start === undefined && heading.test(line)) start = i;
    else if (start !== undefined && /^#{1,2}\s/.test(line)) return { start, end: i };
  }
  return start === undefined ? undefined : { start, end: lines.length };
}

const fenceOf = (line: string) => /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];

/**
 * Returns the index after this line, or after the code block that begins here. An unclosed block doesn't count, so that
 * facts added at the end are found again.
 */
function behindBlock(lines: readonly string[], i: number): number {
  const fence = fenceOf(lines[i] ?? "");
  const last = fence === undefined ? -1 : lines.findIndex((line, j) => j > i && fenceOf(line)?.startsWith(fence));
  return Math.max(last, i) + 1;
}
