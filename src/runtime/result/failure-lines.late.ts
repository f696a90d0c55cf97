import type { OutputFormat } from "../contract/definition.js";
import type { FailureReason } from "../contract/failure-reason.js";
import { onlyUserCan } from "../refusal/refusal.late.js";
import { answerLine } from "./answer-line.late.js";
import { timeoutText } from "./timeout-text.js";

/** Renders why a call failed, as lines for the model. What the program printed follows them. */
export function failureLines(tool: string, reason: FailureReason): readonly string[] {
  switch (reason.code) {
    case "exited":
      return [`${actor(reason)} exited with code ${reason.exit}.`, ...adviceOf(reason)];
    case "handler-failed":
      return adviceOf(reason);
    case "answered":
      return [...answerLines(tool, reason), ...adviceOf(reason)];
    case "signalled":
      return [`${actor(reason)} was ended by ${reason.signal}.`];
    case "timed-out":
      return [timeoutText({ program: actor(reason), timeoutMs: reason.timeoutMs })];
    case "flooded":
      return [
        `${actor(reason)} was ended: ${reason.program === undefined ? "its answer is" : "it printed"} more than 64 MiB. Ask for less.`,
      ];
    case "unreadable-result": {
      const verb = reason.program === undefined ? "answer with" : "print";
      return [`${actor(reason)} must ${verb} ${promises[reason.format]}, but ${reason.problem}.`];
    }
    case "reported":
      return [];
    case "not-started":
      return notStarted(tool, reason);
    case "slow-arguments":
      return [`${tool} was not run: checking its arguments took longer than ${reason.timeoutMs / 1000} s. Send less.`];
    case "unlogged":
      return [reason.problem];
  }
}

const adviceOf = ({ advice }: { readonly advice?: string | undefined }) => (advice === undefined ? [] : [advice]);

/** The subject of sentences about a call. */
const actor = ({ program }: { readonly program: string | undefined }) => program ?? "The request";

function notStarted(tool: string, { kind, message, install }: FailureReason & { readonly code: "not-started" }): readonly string[] {
  // The model can send less, or something else.
  if (kind === "tooLong" || kind === "unstartable") return [message];
  return [message, ...(install ? [`How to install it: ${install}`] : []), `Nothing was run. ${onlyUserCan(tool)}`];
}

function answerLines(tool: string, { status, retryAfter, secrets = [] }: FailureReason & { readonly code: "answered" }): readonly string[] {
  const when = retryAfter === undefined ? "" : ` It asks to wait ${/^\d+$/.test(retryAfter) ? `${retryAfter} s` : `until ${retryAfter}`}.`;
  const names = secrets.length === 0 ? [] : [`It doesn't accept the secret ${secrets.join(" or ")}. ${onlyUserCan(tool)}`];
  return [`${answerLine(status)}.${when}`, ...names];
}

const promises: Readonly<Record<OutputFormat, string>> = {
  text: "text",
  markdown: "Markdown",
  json: "JSON",
  jsonl: "JSON on each line",
  image: "an image",
  audio: "a sound",
  mcp: "a CallToolResult of MCP in JSON",
};
