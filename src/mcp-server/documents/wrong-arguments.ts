import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Refusal } from "../../runtime/contract/refusal.js";
import { promptProblemText } from "../../runtime/refusal/problem-text.js";
import { oneLine } from "../../runtime/text/one-line.js";

/** The most problems that an error names, each in a line of at most so many characters. */
const mostProblems = 10;
const longestProblem = 900;

/** For arguments of prompts, and variables of resources: no other argument than a prompt's can be unknown. */
export function wrongArguments(name: string, { problems }: Refusal): ProtocolError {
  const lines = problems.slice(0, mostProblems).map((problem) => `- ${oneLine(promptProblemText(problem)).slice(0, longestProblem)}`);
  return new ProtocolError(ProtocolErrorCode.InvalidParams, [`The arguments of '${name}' are wrong.`, ...lines].join("\n"));
}
