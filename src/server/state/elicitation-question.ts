import { createHash } from "node:crypto";
import { actionFingerprint, describeAction, type FileSnapshot, filesToShow, pathLines } from "../../agent/describe-action.js";
import type { CallRisk } from "../../call/approvals.js";
import { redactText } from "../../call/output.late.js";
import type { CallContext, PreparedCall } from "../../contract/call.js";
import type { ToolDefinition } from "../../contract/definition.js";
import { escapeControl, shortened, singleLine } from "../../contract/display-text.js";
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
  /** The question shows the plan of this very call, so that no answer covers others. */
  readonly isPlan?: true;
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
  /** The text that the plan of the call printed. */
  readonly plan?: string | undefined;
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
export function elicitationQuestion({ definition, call, risk, context, plan }: Asked): ElicitationQuestion {
  const { name } = definition;
  const { kind, text, notes = [] } = describeAction(call, definition, context);
  const { question, what } = words[kind];
  const { params, summary } = call;
  const message = (change: readonly string[]) => {
    const lines = [
      `${name}: ${plan !== undefined ? "do this?" : change.length > 0 ? "make this change?" : question}`,
      `Risk: ${risk.level}.${risk.impact === undefined ? "" : ` ${singleLine(risk.impact, 1000)}`}`,
      ...(summary === undefined || summary.trim() === "" ? [] : [`What: ${singleLine(summary, 1000)}`]),
      ...(change.length > 0 ? [] : [`${what}: ${singleLine(text, 4000)}`, ...notes]),
      ...pathLines(definition, params, context),
      ...(plan === undefined ? change : ["Plan:", ...quotedLines(plan.split("\n"), "plan")]),
    ];
    return redactText(lines.join("\n"), call.secrets ?? []);
  };
  const action = actionFingerprint(call, { definition, risk, context });
  const digest = createHash("sha256")
    .update(JSON.stringify([action, plan ?? null]))
    .digest("base64url");
  return {
    tool: name,
    risk,
    message,
    digest,
    ...(plan !== undefined && { isPlan: true }),
    files: filesToShow(definition, params, context),
  };
}

/** More lines don't help the user. The middle is left out, so that the user sees the end. */
const firstLines = 150;
const lastLines = 50;
const longestLine = 400;

/** Lines for a question, with a prefix that no line of the server begins with. */
export function quotedLines(lines: readonly string[], what: string): readonly string[] {
  const omitted = lines.length - firstLines - lastLines;
  const quoted = (line: string) => `│ ${shortened(escapeControl(line), longestLine)}`;
  if (omitted <= 0) return lines.map(quoted);
  const between = `│ … ${omitted} ${omitted === 1 ? "line" : "lines"} of the ${what} left out here …`;
  return [...lines.slice(0, firstLines).map(quoted), between, ...lines.slice(-lastLines).map(quoted)];
}

/** The user's answer: yes, for this call or for such calls while the server runs; no; or neither. */
export type ElicitationAnswer = "once" | "always" | "no" | "unclear";

/**
 * Returns a form with one checkbox, the smallest form, which every client can show, or an empty one for a question
 * about one call alone. Accepting the form runs the call.
 */
export function elicitationForm(scope: string | undefined) {
  if (scope === undefined) return { type: "object" as const, properties: {} };
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
