import { createHash } from "node:crypto";
import { actionFingerprint, describeAction, type FileSnapshot, filesToShow, pathLines } from "../../agent/describe-action.js";
import type { CallRisk } from "../../call/approvals.js";
import { redactText } from "../../call/output.late.js";
import type { CallContext, PreparedCall } from "../../contract/call.js";
import type { ToolDefinition } from "../../contract/definition.js";
import { singleLine } from "../../contract/display-text.js";
import { isJsonObject } from "../../contract/json-value.js";

/** A question to the user about a call. */
export interface ElicitationQuestion {
  readonly tool: string;
  readonly risk: CallRisk;
  /**
   * Returns the text of the question, line by line. `change` are lines that show the change of the call's file, if it
   * is known.
   */
  message(change: readonly string[]): string;
  /** Identifies the question: an answer is valid only for the same call with the same question. */
  readonly digest: string;
  /** The old content of the files that the call changes, if its spec allows previewing that (`output.preview`). */
  readonly files: FileSnapshot;
}

interface Asked {
  readonly definition: ToolDefinition;
  readonly call: PreparedCall;
  readonly risk: CallRisk;
  readonly context: CallContext;
}

const words = {
  command: { question: "run this command?", what: "Command" },
  request: { question: "send this request?", what: "Request" },
  handler: { question: "run this?", what: "Call" },
} as const;

/**
 * Describes what a call will do: its risk and impact, the change of its file or its command or request, and its
 * resolved paths.
 */
export function elicitationQuestion({ definition, call, risk, context }: Asked): ElicitationQuestion {
  const { name } = definition;
  const { kind, text, notes = [] } = describeAction(call, definition, context);
  const { question, what } = words[kind];
  const { params, summary } = call;
  const message = (change: readonly string[]) => {
    const lines = [
      `${name}: ${change.length > 0 ? "make this change?" : question}`,
      `Risk: ${risk.level}.${risk.impact === undefined ? "" : ` ${singleLine(risk.impact, 1000)}`}`,
      ...(summary === undefined || summary.trim() === "" ? [] : [`What: ${singleLine(summary, 1000)}`]),
      ...(change.length > 0 ? [] : [`${what}: ${singleLine(text, 4000)}`, ...notes]),
      ...pathLines(definition, params, context),
      ...change,
    ];
    return redactText(lines.join("\n"), call.secrets ?? []);
  };
  const digest = createHash("sha256").update(actionFingerprint(call, { definition, risk, context })).digest("base64url");
  return { tool: name, risk, message, digest, files: filesToShow(definition, params, context) };
}

/** The user's answer: yes, for this call or for such calls while the server runs; no; or neither. */
export type ElicitationAnswer = "once" | "always" | "no" | "unclear";

/**
 * Returns a form with one checkbox, the smallest form, which every client can show. Accepting the form runs the call.
 */
export function elicitationForm(scope: string) {
  return {
    type: "object" as const,
    properties: {
      always: {
        type: "boolean" as const,
        title: "Don't ask again",
        description: `Run ${scope} without asking, until this server ends.`,
        default: false,
      },
    },
  };
}

/** Reads the result of an `elicitation/create`. An invalid answer approves nothing. */
export function readElicitationAnswer(result: unknown): ElicitationAnswer {
  if (!isJsonObject(result)) return "unclear";
  const { action, content } = result;
  if (action === "decline" || action === "cancel") return "no";
  if (action !== "accept") return "unclear";
  if (content === undefined) return "once";
  if (!isJsonObject(content) || Object.keys(content).some((key) => key !== "always")) return "unclear";
  const { always = false } = content;
  if (typeof always !== "boolean") return "unclear";
  return always ? "always" : "once";
}
