import { resolve } from "node:path";
import { buildText } from "../call/build-text.js";
import { describeContent, type Limits, truncate } from "../call/report.js";
import { callResultText } from "../call/shape-result.js";
import type { CallContext } from "../contract/call.js";
import type { CallResult, ContentBlock, UnfinishedCall } from "../contract/call-result.js";
import type { ToolConfirmationOutcome } from "../contract/confirmation.js";
import type { ToolDefinition } from "../contract/definition.js";
import { withTextNumbers } from "../contract/exact-json.late.js";
import { isObjectSchema } from "../contract/json-schema.js";
import type { JsonObject, JsonValue } from "../contract/json-value.js";
import type { TextTemplate } from "../contract/text-template.js";
import {
  type ContentPart,
  contentText,
  type FailedResult,
  type FunctionCall,
  type FunctionResponse,
  ToolErrorType,
  type ToolResult,
  type ToolResultDisplay,
} from "../contract/tool-result.js";
import type { AnyDeclarativeTool } from "./tool/declarative-tool.js";
import type { AnyToolInvocation } from "./tool/tool-invocation.js";

/**
 * Converts the result of a call to what Gemini CLI's interfaces have. The model of a failed call reads what the program
 * printed, and then why it failed.
 */
export function toToolResult(result: CallResult): ToolResult {
  if (result.kind !== "done") {
    const message = callResultText(result).trim();
    const printed = result.kind === "failed" ? result.stdout.trimEnd() : "";
    const text = [printed, message].filter((part) => part !== "").join("\n");
    return { llmContent: text, returnDisplay: text, error: { message, type: errorTypeOf(result) } };
  }
  const { text, media = [], blocks, structured } = result;
  const data = structured !== undefined && { data: withTextNumbers(structured) as JsonObject };
  if (blocks !== undefined && media.length > 0) {
    const shown = blocks.map((block) =>
      isMedia(block) ? `[${block.mimeType}, ${Buffer.byteLength(block.data, "base64")} bytes]` : describeContent(block),
    );
    return { llmContent: blocks.map(partOf), returnDisplay: `${shown.join("\n")}\n`, ...data };
  }
  const parts = media.map(({ mimeType, bytes }): ContentPart => ({ inlineData: { mimeType, data: bytes.toString("base64") } }));
  if (parts.length === 0) return { llmContent: text, returnDisplay: text, ...data };
  const shown = media.map(({ mimeType, bytes }) => `[${mimeType}, ${bytes.length} bytes]\n`).join("");
  return { llmContent: text === "" ? parts : [text, ...parts], returnDisplay: text + shown, ...data };
}

type MediaBlock = Extract<ContentBlock, { readonly data: string }>;
const isMedia = (block: ContentBlock): block is MediaBlock => block.type === "image" || block.type === "audio";

const partOf = (block: ContentBlock): string | ContentPart =>
  isMedia(block) ? { inlineData: { mimeType: block.mimeType, data: block.data } } : describeContent(block);

function errorTypeOf(result: UnfinishedCall): ToolErrorType {
  if (result.kind === "denied") return ToolErrorType.PolicyViolation;
  const isInvalid = result.kind === "refused" && result.refusal.code === "invalidArguments";
  return isInvalid ? ToolErrorType.InvalidToolParams : ToolErrorType.ExecutionFailed;
}

/** Adds the text for users to a result (`output.display`). */
type Display = (result: ToolResult) => Promise<ToolResult>;

/**
 * Returns how a tool's results are shown. Must be called before the call runs, because the old content of files isn't
 * known afterwards.
 */
export async function displayOf(definition: ToolDefinition, params: JsonObject, context: CallContext): Promise<Display> {
  const { display } = definition.output;
  if (display === undefined) return async (result) => result;
  if (display === "diff") {
    const { takeSnapshot, addDiff } = await import("./tool/add-diff.js");
    const before = takeSnapshot(definition, params, context);
    return (result) => addDiff(result, before);
  }
  return async (result) => {
    if (result.error !== undefined) return result;
    const data = dataOf(result, definition);
    // An exit code's text isn't data, so users see it unchanged.
    if (data === undefined && namesFields(display)) return result;
    const specDir = resolve(context.projectDir, definition.specDir);
    const output = contentText(result.llmContent).trimEnd();
    const scope = { params, order: definition.params, workspace: context.workspace, specDir, output, ...(data !== undefined && { data }) };
    const shown = buildText(display, scope);
    if (!shown.ok || shown.text === undefined) return result;
    return { ...result, returnDisplay: withinLimits(showControlCharacters(shown.text), definition.output) };
  };
}

/** The result as `output.schema` declares it: MCP wraps a value that isn't an object. */
function dataOf({ data }: ToolResult, { output: { schema } }: ToolDefinition): JsonValue | undefined {
  // Made from the program's JSON by `shapeResult`.
  const whole = data as JsonObject | undefined;
  return whole === undefined || schema === undefined || isObjectSchema(schema) ? whole : whole.result;
}

/** Returns true if a text shows fields of the result's data. */
function namesFields(text: TextTemplate): boolean {
  return text.some((piece) => {
    if (typeof piece === "string") return false;
    if (piece.kind !== "block") return piece.ref.from === "output";
    const { block } = piece;
    if (block.kind === "each") return block.ref.from === "output" || namesFields(block.body) || namesFields(block.otherwise ?? []);
    return block.branches.some(({ test, body }) => test.ref.from === "output" || namesFields(body)) || namesFields(block.otherwise ?? []);
  });
}

/** Shows control characters as symbols: neither a program's output nor a model's text may draw on the user's screen. */
function showControlCharacters(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(controls, (character) => (character === "\u007f" ? "␡" : marks(character)));
}

/** All but tabs and line ends; includes marks that change the writing direction. */
const controls = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

function marks(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x20 ? String.fromCodePoint(0x2400 + code) : `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

/** A list of a million elements is truncated like the output. */
function withinLimits(text: string, limits: Limits): string {
  const shown = truncate(Buffer.from(text), limits);
  if (shown === undefined) return text;
  const parts = [shown.head.toString().trimEnd(), "…", shown.tail.toString()];
  return parts.filter((part) => part !== "").join("\n");
}

/** The outcome of a function call. */
export interface FunctionCallOutcome<TResult extends ToolResult = ToolResult, TName extends string = string> {
  readonly status: "success" | "error" | "cancelled";
  /** The tool's own name, if it was found. It tells the types of `result` apart if the registry knows them. */
  readonly toolName?: TName;
  /** For the model: the response, and after it parts that a response can't hold as text (images and other media). */
  readonly functionResponse: FunctionResponse;
  readonly otherParts: readonly ContentPart[];
  /** For people. */
  readonly display: ToolResultDisplay;
  readonly result: TResult | FailedResult;
  /** The tool that was called, under its own name, if it was found. */
  readonly tool?: AnyDeclarativeTool;
  /** The call with its repaired arguments, if they were valid. */
  readonly invocation?: AnyToolInvocation;
  /** The user's answer, if there was one. */
  readonly confirmation?: ToolConfirmationOutcome;
  /** True if no user gave this answer, because it was decided before. */
  readonly unattended?: true;
}

interface Known {
  readonly tool?: AnyDeclarativeTool;
  readonly invocation?: AnyToolInvocation;
  readonly confirmation?: ToolConfirmationOutcome;
  readonly unattended?: true;
  readonly cancelled?: boolean;
}

/** Wraps a result for the model: under the name and the id of the call, as `output` or as `error`. */
export function outcomeOf(
  { id, name }: FunctionCall,
  result: ToolResult,
  { tool, invocation, confirmation, unattended, cancelled }: Known = {},
): FunctionCallOutcome {
  const failed = result.error !== undefined;
  const text = contentText(result.llmContent);
  const response = failed ? { error: text === "" ? result.error.message : text } : { output: text };
  return {
    status: cancelled && failed ? "cancelled" : failed ? "error" : "success",
    functionResponse: { ...(id !== undefined && { id }), ...(name !== undefined && { name }), response },
    otherParts: otherParts(result),
    display: result.returnDisplay,
    result,
    ...(tool && { tool, toolName: tool.name }),
    ...(invocation && { invocation }),
    ...(confirmation && { confirmation }),
    ...(unattended && { unattended }),
  };
}

function otherParts({ llmContent }: ToolResult): readonly ContentPart[] {
  const parts = Array.isArray(llmContent) ? llmContent : [llmContent];
  return parts.filter((part): part is ContentPart => typeof part !== "string" && part.text === undefined);
}
