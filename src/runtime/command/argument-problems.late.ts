import { formatValue } from "../json/format-value.late.js";

import { hasLoneSurrogate, loneSurrogate, type TextPart } from "./build-text.js";
import { maxArgumentBytes } from "./max-argument-bytes.js";

/** What is wrong with an argument that was made of these parts. */
export function argumentProblems(argument: string, parts: readonly TextPart[]): readonly string[] {
  const problems: string[] = [];
  for (const { text, from } of parts) {
    if (from === undefined) continue;
    if (text.includes("\0"))
      problems.push(`\`${from.name}\` holds a NUL character, which no argument can hold. Leave it out. ${otherWays}`);
    if (hasLoneSurrogate(text)) problems.push(loneSurrogate(from.name));
  }
  const bytes = Buffer.byteLength(argument);
  if (bytes >= maxArgumentBytes) problems.push(tooLong(parts, bytes));

  const first = parts.find((part) => part.text !== "");
  if (first?.from?.mayDash === false && first.text.startsWith("-")) {
    problems.push(
      `\`${first.from.name}\` must not begin with "-": ${formatValue(first.text)} could be parsed as an option. Use a value that does not start with "-".`,
    );
  }
  return problems;
}

const otherWays = "(Such values can only be passed by a tool whose spec uses `stdin` or `tempFiles`.)";

function tooLong(parts: readonly TextPart[], bytes: number): string {
  const fromValues = parts.filter((part) => part.from !== undefined).sort((a, b) => b.text.length - a.text.length);
  const name = fromValues[0]?.from?.name;
  const subject = name === undefined ? "An argument" : `\`${name}\``;
  return `${subject} makes an argument of ${bytes} bytes, and the most that can be passed is ${maxArgumentBytes - 1}. Give a shorter value. ${otherWays}`;
}
