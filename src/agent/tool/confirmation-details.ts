import type { CallRisk } from "../../call/approvals.js";
import { redactText } from "../../call/output.late.js";
import type { NotPrepared, PreparedOrRefused, PreparedToRun } from "../../call/prepare-call.js";
import type { CallContext, PreparedCall } from "../../contract/call.js";
import type { Denial, DeniedCall } from "../../contract/call-result.js";
import type {
  ToolCallConfirmationDetails,
  ToolExecuteConfirmationDetails,
  ToolInfoConfirmationDetails,
} from "../../contract/confirmation.js";
import type { CompiledTool, ToolDefinition } from "../../contract/definition.js";
import { singleLine } from "../../contract/display-text.js";
import type { JsonObject } from "../../contract/json-value.js";
import { actionFingerprint, changedSince, describeAction, type FileSnapshot, filesToShow, pathLines } from "../describe-action.js";

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

/** The approved action, or the refusal if no confirmation was requested. */
export type ApprovedAction =
  | {
      readonly ok: true;
      readonly about: string;
      /** The old content of the files that the call changes, if its spec allows previewing that. */
      readonly files: FileSnapshot;
    }
  | NotPrepared;

interface Known {
  readonly risk: CallRisk;
  readonly context: CallContext;
}

/** Returns the action that a confirmation is about. */
export function askedAbout(prepared: PreparedOrRefused, known: Known): ApprovedAction {
  if (!prepared.ok) return prepared;
  const { call, tool } = prepared;
  return { ok: true, about: aboutOf(prepared, known), files: filesToShow(tool.definition, call.params, known.context) };
}

const aboutOf = ({ call, tool }: PreparedToRun, known: Known) => actionFingerprint(call, { ...known, definition: tool.definition });

/**
 * Returns the call that may run after its approval: the call as it is `now`, unless it differs from the shown one or
 * the file that it changes does. A call that was refused without a question
 * stays refused, even if it would be valid now, because no user has decided on it.
 */
export function revalidateApproval(asked: ApprovedAction, now: PreparedOrRefused, known: Known): PreparedOrRefused | DeniedCall {
  if (!now.ok) return now;
  const { name } = now.tool.definition;
  const denied = (denial: Denial): DeniedCall => ({ kind: "denied", tool: name, denial });
  if (!asked.ok) return denied({ code: "refused-before", before: asked.refused });
  if (aboutOf(now, known) !== asked.about) return denied({ code: "other-action" });
  const changed = changedSince(asked.files);
  return changed === undefined ? now : denied({ code: "changed-file", path: changed });
}
