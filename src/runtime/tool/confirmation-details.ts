import type { CallContext, PreparedCall } from "../contract/call.js";
import type { ToolCallConfirmationDetails, ToolExecuteConfirmationDetails, ToolInfoConfirmationDetails } from "../contract/confirmation.js";
import type { CompiledTool, ToolDefinition } from "../contract/definition.js";
import type { JsonObject } from "../json/json-value.js";
import type { CallRisk } from "../policy/call-risk.js";
import { redactText } from "../result/redact-outcome.late.js";
import { singleLine } from "../text/single-line.js";
import { describeAction, pathLines } from "./describe-action.js";

/** The parts of a confirmation. */
export interface Questioned {
  readonly tool: CompiledTool & { readonly displayName: string };
  /** The checked arguments. */
  readonly params: JsonObject;
  readonly context: CallContext;
  readonly risk: CallRisk;
  /** More facts about the call. */
  readonly note?: string | undefined;
  /** Values that must not be shown. */
  readonly secrets?: readonly string[] | undefined;
  readonly onConfirm: ToolCallConfirmationDetails["onConfirm"];
}

/**
 * The confirmation of a call without a preview: it shows the command, the request, or the handler's arguments.
 * `definition` is the one for this platform.
 */
export function confirmationDetails(
  questioned: Questioned,
  { call, definition }: { readonly call: PreparedCall; readonly definition: ToolDefinition },
): ToolExecuteConfirmationDetails | ToolInfoConfirmationDetails {
  const { tool, context, onConfirm } = questioned;
  const { kind, text, url, program, notes = [] } = describeAction(call, definition, context);
  const note = [...notes, ...(questioned.note === undefined ? [] : [questioned.note])].join("\n");
  const more = { ...systemMessage({ ...questioned, note: note === "" ? undefined : note, secrets: call.secrets }), onConfirm };
  if (kind !== "command") {
    const question = kind === "request" ? "send this request?" : "run this?";
    return { type: "info", title: `${tool.displayName}: ${question}`, prompt: text, ...(url !== undefined && { urls: [url] }), ...more };
  }
  const root = program ?? definition.command?.program ?? call.program;
  return { type: "exec", title: `${tool.displayName}: run this command?`, command: text, rootCommand: root, rootCommands: [root], ...more };
}

/**
 * The risk level, the impact, and the resolved paths with their access: one line each, whatever text a model put into
 * them.
 */
export function systemMessage({ tool, params, context, risk, note, secrets = [] }: Omit<Questioned, "onConfirm">): {
  readonly systemMessage?: string;
} {
  const { level, impact = "" } = risk;
  const word = `${level.charAt(0).toUpperCase()}${level.slice(1)}`;
  const effect = singleLine(impact, 1000);
  const levelText = level === "safe" ? "" : `${word}.`;
  const first = effect === "" ? levelText : `${word}: ${effect}`;
  const lines = [...(first === "" ? [] : [first]), ...pathLines(tool.definition, params, context), ...(note === undefined ? [] : [note])];
  return lines.length === 0 ? {} : { systemMessage: redactText(lines.join("\n"), secrets) };
}
