import { createHash } from "node:crypto";
import type { CallContext, PreparedCall } from "../runtime/call/prepare.js";
import type { CallRisk } from "../runtime/consent/call-risk.js";
import type { ToolDefinition } from "../runtime/definition.js";
import { type FilesAsShown, filesToShow } from "../runtime/edit/as-shown.js";
import { blotText } from "../runtime/output/blot.js";
import { onOneLine } from "../runtime/output/on-one-line.js";
import { pathLines, whatIsAsked, whatIsDone } from "../runtime/tool/what-is-done.js";

/** What somebody is asked about a call. */
export interface Question {
  readonly tool: string;
  readonly risk: CallRisk;
  /** What is asked, line by line; `change` are lines that show what the call would make of its file, where that is known. */
  message(change: readonly string[]): string;
  /** The same for the same call with the same question: an answer holds for nothing else. */
  readonly digest: string;
  /** The files that the call changes, as they are, where its spec lets that be found out before (`output.preview`). */
  readonly files: FilesAsShown;
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

/** Says what a call will do: its risk and what it does to the world, the change of its file or its command or request, and the paths that it names, as they lead. */
export function questionOf({ definition, call, risk, context }: Asked): Question {
  const { name } = definition;
  const { kind, text, notes = [] } = whatIsDone(call, definition, context);
  const { question, what } = words[kind];
  const { params, summary } = call;
  const message = (change: readonly string[]) => {
    const lines = [
      `${name}: ${change.length > 0 ? "make this change?" : question}`,
      `Risk: ${risk.level}.${risk.impact === undefined ? "" : ` ${onOneLine(risk.impact, 1000)}`}`,
      ...(summary === undefined || summary.trim() === "" ? [] : [`What: ${onOneLine(summary, 1000)}`]),
      ...(change.length > 0 ? [] : [`${what}: ${onOneLine(text, 4000)}`, ...notes]),
      ...pathLines(definition, params, context),
      ...change,
    ];
    return blotText(lines.join("\n"), call.secrets ?? []);
  };
  const digest = createHash("sha256").update(whatIsAsked(call, { definition, risk, context })).digest("base64url");
  return { tool: name, risk, message, digest, files: filesToShow(definition, params, context) };
}
