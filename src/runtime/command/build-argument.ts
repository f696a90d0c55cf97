import type { Problem } from "../contract/problem.js";
import { argumentProblems } from "./argument-problems.late.js";
import { hasLoneSurrogate, type TextPart } from "./build-text.js";
import { maxArgumentBytes } from "./max-argument-bytes.js";

/** Builds one argument from its parts; its problems are added to `problems`. */
export function buildArgument(parts: readonly TextPart[], problems: Problem[]): string {
  const argument = parts.map((part) => part.text).join("");
  const dashes = argument.startsWith("-") && parts.find((part) => part.text !== "")?.from?.mayDash === false;
  // In UTF-8 a UTF-16 code unit takes three bytes at most.
  if (dashes || argument.length * 3 >= maxArgumentBytes || parts.some(isUnfit)) problems.push(...argumentProblems(argument, parts));
  return argument;
}

function isUnfit({ text, from }: TextPart): boolean {
  return from !== undefined && (text.includes("\0") || hasLoneSurrogate(text));
}
