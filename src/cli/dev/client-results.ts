import { type LanguageModel, toolCallResult, toolMessages } from "../../agent/loop-state.js";
import { outcomeOf } from "../../agent/tool-result.js";
import { type ProgramOutput, programOutput } from "../../call/shape-result.js";
import { geminiName } from "../../compiler/gemini-policy.js";
import type { CallResult } from "../../contract/call-result.js";
import { withTextNumbers } from "../../contract/exact-json.late.js";
import type { JsonObject } from "../../contract/json-value.js";
import { resultOfOutput, type ToolResult } from "../../contract/tool-result.js";
import { piResult } from "../../server/pi-result.js";
import { type ProtocolResult, protocolResult, resultForRevision } from "../../server/protocol-result.js";
import { printedLines } from "./inspect-call.js";
import type { ClientResult } from "./page-messages.js";

/** One execution of a call, in the forms from which clients' results are made. */
export interface ExecutedCall {
  readonly tool: string;
  readonly params: JsonObject;
  readonly isVerbatim: boolean;
  /** For programs that take media and have no limit of their own. */
  readonly result: CallResult;
  /** The result as `generated/bin/call` shapes it. */
  readonly called: CallResult;
  /** With the text for users that the spec has. */
  readonly shown: ToolResult;
}

/** Renders one result as each kind of client gets it, by the functions that serve these clients. */
export function clientResults(call: ExecutedCall): readonly ClientResult[] {
  return [geminiResult(call), ...mcpResults(call), piClientResult(call), ...loopResults(call), classResult(call)];
}

function geminiResult({ tool, called }: ExecutedCall): ClientResult {
  const { exitCode, stdout, stderr } = programOutput(called);
  const { llmContent, returnDisplay, error } = resultOfOutput(exitOf({ exitCode, stdout, stderr }));
  const about = `Gemini CLI with discovered tools: its model calls ${geminiName({ name: tool })}, it runs generated/bin/call, and the model gets llmContent.`;
  const printed = { "exit code": exitCode, stdout, stderr };
  return client("Gemini CLI", about, error !== undefined, { llmContent, returnDisplay, ...printed });
}

const exitOf = ({ exitCode, stdout, stderr }: ProgramOutput) =>
  ({ kind: "exited", code: exitCode, stdout: Buffer.from(stdout), stderr: Buffer.from(stderr) }) as const;

/** The first revision that has every type of content, and the oldest. */
const revisions = { newest: "2025-06-18", oldest: "2024-11-05" } as const;

function mcpResults({ result, isVerbatim }: ExecutedCall): readonly ClientResult[] {
  const whole = withTextNumbers({ ...protocolResult(result, { isVerbatim }) } as unknown as JsonObject) as unknown as ProtocolResult;
  const [newest, oldest] = [resultForRevision(whole, revisions.newest), resultForRevision(whole, revisions.oldest)];
  const isError = whole.isError === true;
  const rule =
    "structuredContent" in whole
      ? " Claude Code and Codex give their model structuredContent alone, opencode and Gemini CLI the text, Copilot CLI and Qwen Code both."
      : "";
  const isSame = JSON.stringify(newest) === JSON.stringify(oldest);
  const current = client(
    "MCP",
    `The result of tools/call${isSame ? "" : `, from revision ${revisions.newest} on`}.${rule}`,
    isError,
    newest,
  );
  if (isSame) return [current];
  return [current, client(`MCP ${revisions.oldest}`, "The result of tools/call for clients of the first revision.", isError, oldest)];
}

function piClientResult({ result, isVerbatim }: ExecutedCall): ClientResult {
  const about = "pi's extension. Its model gets content, its user interface details.";
  try {
    const { content, details } = piResult(protocolResult(result, { isVerbatim }));
    return client("pi", about, false, { content, details });
  } catch (error) {
    return client("pi", "pi's extension tells its model of a failure by an error.", true, { error: (error as Error).message });
  }
}

/** A provider of each kind: those that accept images in the results of tools, and others. */
const providers = { "Anthropic, OpenAI Responses": "anthropic", "OpenAI chat": "openai.chat" } as const;

const modelOf = (provider: string): LanguageModel => ({
  specificationVersion: "v2",
  provider,
  modelId: "",
  doStream: () => Promise.reject(new Error("This model is never asked.")),
});

function loopResults({ tool, params, shown }: ExecutedCall): readonly ClientResult[] {
  const call = { id: "call_1", name: tool };
  const outcome = outcomeOf(call, shown);
  const isError = outcome.status !== "success";
  const { functionResponse, otherParts } = outcome;
  const native = client("Gemini API", "The parts of a message of executeFunctionCall, as Google's SDK takes them.", isError, {
    functionResponse,
    ...(otherParts.length > 0 && { otherParts }),
  });
  const made = { ...call, args: params, times: 1, result: toolCallResult(outcome) };
  const asked = {
    role: "assistant" as const,
    content: [{ type: "tool-call" as const, toolCallId: call.id, toolName: tool, input: params }],
  };
  const messages = Object.entries(providers).map(([name, provider]) => ({
    name,
    messages: toolMessages([made], { asked, model: modelOf(provider), missing: "" }),
  }));
  const [first, ...others] = messages;
  const isSame = others.every((other) => JSON.stringify(other.messages) === JSON.stringify(first?.messages));
  const shownMessages = isSame && first !== undefined ? [{ name: "Providers", messages: first.messages }] : messages;
  const about = "The tool-result message of the agentic loop, which the AI SDK translates for the provider.";
  return [native, ...shownMessages.map(({ name, messages: list }) => client(name, about, isError, { messages: list }))];
}

function classResult({ shown }: ExecutedCall): ClientResult {
  const about = "Programs that embed the generated classes or a registry: a ToolResult.";
  return client("Classes", about, shown.error !== undefined, shown);
}

function client(name: string, about: string, isError: boolean, parts: object): ClientResult {
  const shown = Object.entries(parts).filter(([, value]) => value !== undefined);
  return { client: name, about, isError, parts: shown.map(([part, value]) => ({ name: part, text: partText(value) })) };
}

/** Base64 of media says nothing to people. */
const longestData = 120;

function partText(value: unknown): string {
  const shorter = (key: string, one: unknown) =>
    (key === "data" || key === "blob" || key === "image") && typeof one === "string" && one.length > longestData
      ? `${one.slice(0, longestData)}… (${one.length} characters)`
      : one;
  return printedLines(typeof value === "string" ? value : JSON.stringify(value, shorter, 2));
}
