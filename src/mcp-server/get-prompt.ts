import { resolve } from "node:path";
import { type GetPromptResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { repairAndValidate } from "../runtime/call/prepare-call.js";
import { buildText } from "../runtime/command/build-text.js";
import type { Refusal } from "../runtime/contract/refusal.js";
import { promptProblemText } from "../runtime/refusal/problem-text.js";
import { oneLine } from "../runtime/text/one-line.js";
import type { ServerOptions } from "./serve-tools.js";
import type { FoundPrompt } from "./tool-source.js";

/** Renders a prompt's messages with a client's arguments. Throws the protocol's error for wrong ones. */
export function getPrompt(
  { prompt, projectDir }: FoundPrompt & { readonly ok: true },
  args: unknown,
  { workspace }: Pick<ServerOptions, "workspace">,
): GetPromptResult {
  const { definition, description, messages } = prompt;
  const repaired = repairAndValidate(prompt, args, { workspace, projectDir, env: {} });
  if (!repaired.ok) throw wrongArguments(definition.name, repaired);
  const scope = { params: repaired.params, order: definition.params, workspace, specDir: resolve(projectDir, definition.specDir) };
  return {
    description,
    messages: messages.map(({ role, text }) => {
      const built = buildText(text, scope);
      if (!built.ok) throw wrongArguments(definition.name, built);
      return { role, content: { type: "text", text: built.text ?? "" } };
    }),
  };
}

/** The most problems that an error names, each in a line of at most so many characters. */
const mostProblems = 10;
const longestProblem = 900;

/** For arguments of prompts, and variables of resources: no other argument than a prompt's can be unknown. */
export function wrongArguments(name: string, { problems }: Refusal): ProtocolError {
  const lines = problems.slice(0, mostProblems).map((problem) => `- ${oneLine(promptProblemText(problem)).slice(0, longestProblem)}`);
  return new ProtocolError(ProtocolErrorCode.InvalidParams, [`The arguments of '${name}' are wrong.`, ...lines].join("\n"));
}
