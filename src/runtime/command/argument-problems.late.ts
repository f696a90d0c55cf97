import type { Problem } from "../contract/problem.js";
import { hasLoneSurrogate, loneSurrogate, type TextPart } from "./build-text.js";
import { maxArgumentBytes } from "./max-argument-bytes.js";

/** Returns the problems of an argument that was made of these parts. */
export function argumentProblems(argument: string, parts: readonly TextPart[]): readonly Problem[] {
  const problems: Problem[] = [];
  for (const { text, from } of parts) {
    if (from === undefined) continue;
    if (text.includes("\0")) problems.push({ code: "nul", name: from.name });
    if (hasLoneSurrogate(text)) problems.push(loneSurrogate(from.name));
  }
  const bytes = Buffer.byteLength(argument);
  if (bytes >= maxArgumentBytes) problems.push(tooLong(parts, bytes));

  const first = parts.find((part) => part.text !== "");
  if (first?.from?.mayDash === false && first.text.startsWith("-")) {
    problems.push({ code: "leading-dash", name: first.from.name, value: first.text });
  }
  return problems;
}

function tooLong(parts: readonly TextPart[], bytes: number): Problem {
  const fromValues = parts.filter((part) => part.from !== undefined).sort((a, b) => b.text.length - a.text.length);
  return { code: "long-argument", name: fromValues[0]?.from?.name, bytes, most: maxArgumentBytes - 1 };
}
