import type { CallContext, PreparedCall } from "../contract/call.js";
import type { ToolCallConfirmationDetails, ToolExecuteConfirmationDetails, ToolInfoConfirmationDetails } from "../contract/confirmation.js";
import type { CompiledTool, ToolDefinition } from "../contract/definition.js";
import type { JsonObject } from "../json/json-value.js";
import type { CallRisk } from "../policy/call-risk.js";
import { redactText } from "../result/redact-outcome.late.js";
import { singleLine } from "../text/single-line.js";
import { describeAction, pathLines } from "./describe-action.js";

/** The parts of a question. */
export interface Questioned {
  readonly tool: CompiledTool & { readonly displayName: string };
  /** Checked. */
  readonly params: JsonObject;
  readonly context: CallContext;
  readonly risk: CallRisk;
  /** More that was found out about the call. */
  readonly note?: string | undefined;
  /** Values that must not be shown. */
  readonly secrets?: readonly string[] | undefined;
  readonly onConfirm: ToolCallConfirmationDetails["onConfirm"];
}

/** The question about a call that doesn't show what it would make of a file: what it runs, sends or gives to a handler. `definition` is as it is on this platform. */
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

/** How dangerous the call is, what it does to the world, and the paths that it names, by what it may do to them: a line each, whatever a model wrote into it. */
export function systemMessage({ tool, params, context, risk, note, secrets = [] }: Omit<Questioned, "onConfirm">): {
  readonly systemMessage?: string;
} {
  const { level, impact = "" } = risk;
  const word = `${level.charAt(0).toUpperCase()}${level.slice(1)}`;
  const effect = singleLine(impact, 1000);
  const plain = level === "safe" ? "" : `${word}.`;
  const first = effect === "" ? plain : `${word}: ${effect}`;
  const lines = [...(first === "" ? [] : [first]), ...pathLines(tool.definition, params, context), ...(note === undefined ? [] : [note])];
  return lines.length === 0 ? {} : { systemMessage: redactText(lines.join("\n"), secrets) };
}
