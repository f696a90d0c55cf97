import { basename } from "node:path";
import type { Ended, Exited, FailedCall, FailureReason, RunOutcome } from "../../contract/call-result.js";
import type { ExitMeaning, OutputFormat, ToolDefinition } from "../../contract/definition.js";
import { oneLine } from "../../contract/display-text.js";
import { onlyUserCan } from "../refusal.late.js";
import {
  type FailedReport,
  isBlankBytes,
  joinLines,
  type KeepFull,
  type Limits,
  line,
  mcpText,
  output,
  type Report,
  type ResultPart,
  timeoutText,
} from "../report.js";
import { decodeEscapes } from "./decode-escapes.js";
import { joinParts } from "./join-parts.js";

/** The report of a program that did not start, or that was ended before it exited. */
export function unfinished(outcome: Exclude<RunOutcome, Exited>, tool: ToolDefinition): FailedReport {
  const program = programOf(tool);
  switch (outcome.kind) {
    case "notFound":
      return failedStart({ code: "not-started", kind: outcome.kind, message: outcome.message, install: tool.install });
    case "notExecutable":
    case "unavailable":
    case "tooLong":
    case "unstartable":
      return failedStart({ code: "not-started", kind: outcome.kind, message: outcome.message });
    case "timedOut":
      return failedReport(outcome, tool, { code: "timed-out", program, timeoutMs: outcome.timeoutMs });
    case "signalled":
      return failedReport(outcome, tool, { code: "signalled", program, signal: outcome.signal });
    case "flooded":
      return failedReport(outcome, tool, { code: "flooded", program });
  }
}

const failedStart = (reason: FailureReason): FailedReport => ({ kind: "failed", reason, stdout: [], stderr: [] });

/** The report of a program whose exit code is a failure: `meaning` is the spec's advice about it. */
export function failedExit(outcome: Exited, tool: ToolDefinition, meaning: ExitMeaning | undefined): FailedReport {
  // A failure shows what the handler's process would have printed.
  const stdout = outcome.isText ? Buffer.from(mcpText(outcome.stdout.toString())) : outcome.stdout;
  if (tool.http !== undefined)
    return failedReport({ ...outcome, stdout: pageText(outcome) }, tool, answerReason(outcome, tool, meaning?.text));
  return failedReport({ ...outcome, stdout }, tool, exitReason(outcome.code, tool, meaning?.text));
}

function exitReason(exit: number, { command }: ToolDefinition, advice: string | undefined): FailureReason {
  if (command?.handler !== undefined) return { code: "handler-failed", exit, advice };
  return { code: "exited", program: command && basename(command.program), exit, advice };
}

/**
 * The report of a program that succeeded and printed what its tool doesn't promise: The text puts `problem` after
 * "but".
 */
export function unreadableResult(outcome: Exited, tool: ToolDefinition, problem: string): FailedReport {
  return failedReport(outcome, tool, { code: "unreadable-result", program: programOf(tool), format: tool.output.format, problem });
}

const programOf = ({ command }: ToolDefinition) => (command === undefined ? undefined : basename(command.program));

/** A failure with what the program printed. */
export function failedReport(
  { stdout, stderr, notes, isKept }: Pick<Ended, "stdout" | "stderr" | "notes" | "isKept">,
  tool: ToolDefinition,
  reason: FailureReason,
): FailedReport {
  const both: Limits = { ...tool.output, keep: "both" };
  return {
    kind: "failed",
    reason,
    stdout: isBlankBytes(stdout) ? [] : [{ ...output("stdout", lastStates(stdout, tool.output), tool.output), isKept }],
    stderr: isBlankBytes(stderr) ? [] : [output("stderr", lastStates(stderr, both), both)],
    notes,
  };
}

/**
 * Returns an output as a terminal shows it in the end: of a line that is written again and again after a carriage
 * return, such as progress, only its last state. An output without any line break may be a text with line ends of an
 * old form, so it stays unless it is longer than `maxBytes`.
 */
export function lastStates(bytes: Buffer, { maxBytes }: { readonly maxBytes: number }): Buffer {
  if (!isOverwritten(bytes) || (bytes.length <= maxBytes && !bytes.includes(lineFeed))) return bytes;
  // As latin1, which loses no byte.
  return Buffer.from(bytes.toString("latin1").split("\n").map(lastState).join("\n"), "latin1");
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Returns true if a carriage return isn't part of a line's end. */
function isOverwritten(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(carriageReturn); at !== -1; at = bytes.indexOf(carriageReturn, at + 1))
    if (at + 1 < bytes.length && bytes[at + 1] !== lineFeed) return true;
  return false;
}

function lastState(line: string): string {
  const end = line.endsWith("\r") ? "\r" : "";
  for (let to = line.length - end.length; to > 0; ) {
    const from = line.lastIndexOf("\r", to - 1) + 1;
    const state = line.slice(from, to);
    if (isVisible(state)) return `${state}${end}`;
    to = from - 1;
  }
  return end;
}

/** A sequence that erases a line, or spaces that do, say nothing. */
const isVisible = (state: string) => state.replace(/\u001b\[[0-?]*[@-~]/g, "").trim() !== "";

/** `The server answered 404 Not Found`. */
export function answerLine(status: number): string {
  const words = process.getBuiltinModule("node:http").STATUS_CODES[status];
  return `The server answered ${words === undefined ? status : `${status} ${words}`}`;
}

/** The text of a success without a body. */
export function emptyAnswer(status: number): string {
  return `${answerLine(status)}, without a body.`;
}

/** A success that isn't what the tool promises, shown as it is: nothing may be sent twice because of its form. */
export function otherAnswer({ code, stdout }: Exited, tool: ToolDefinition, problem: string): readonly ResultPart[] {
  const done = tool.http === undefined ? "The call was made and succeeded" : `The request was made, and ${lowerFirst(answerLine(code))}`;
  return [line(`[${done}, but ${problem}. It is shown as it is.]`), output("stdout", stdout, tool.output)];
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Why a request failed. Of its secrets, a server that wants to know who asks has refused those that were sent. */
export function answerReason({ code, headers = {} }: Exited, { secrets = {} }: ToolDefinition, advice: string | undefined): FailureReason {
  const retryAfter = headers["retry-after"];
  const names = code === 401 ? Object.keys(secrets) : [];
  return {
    code: "answered",
    status: code,
    advice,
    ...(retryAfter !== undefined && { retryAfter: short(retryAfter) }),
    ...(names.length > 0 && { secrets: names }),
  };
}

/** A header's value in a message. Servers choose its length. */
const short = (value: string) => oneLine(value).slice(0, 1000);

/** Adds the headers that a spec asks for (`output.headers`) to a result. */
export function withHeaders(report: Report, outcome: RunOutcome, names: readonly string[]): Report {
  const { headers = {} } = outcome.kind === "exited" ? outcome : {};
  const lines = names.flatMap((name) => {
    const value = headers[name.toLowerCase()];
    return value === undefined ? [] : [`${name}: ${short(value)}`];
  });
  if (lines.length === 0) return report;
  if (report.kind === "failed") return { ...report, notes: [...(report.notes ?? []), ...lines] };
  return { ...report, text: [...report.text, ...lines.map(line)] };
}

/** The body of a failure; of a web page, which says little in much markup, the title and the text. */
export function pageText({ stdout, headers = {} }: Exited): Buffer {
  const isPage =
    /^(?:text\/html|application\/xhtml)/i.test(headers["content-type"] ?? "") || startsPage.test(stdout.toString("latin1", 0, 200));
  if (!isPage) return stdout;
  const texts = textsIn(stdout.toString("utf8"));
  const lines = texts.map((text) => plain(text).replace(/\s+/g, " ").trim()).filter((text) => text !== "");
  return lines.length === 0 ? stdout : Buffer.from(`${lines.filter((text, i) => text !== lines[i - 1]).join("\n")}\n`);
}

const startsPage = /^\s*<(?:!doctype html|html)\b/i;
/** Elements whose content no reader sees, and those that don't begin a line. */
const unseen = new Set(["script", "style", "svg", "template"]);
const inLine = new Set(["a", "abbr", "b", "code", "em", "i", "small", "span", "strong", "u"]);
const endOfComment = "-->";

/** The texts in HTML, in one pass: a page may be long and broken. */
function textsIn(html: string): readonly string[] {
  const [before = "", ...tags] = html.split("<");
  const texts = [before];
  let until: string | undefined;
  for (const tag of tags) {
    const isComment = until === endOfComment || (until === undefined && tag.startsWith("!--"));
    if (until !== undefined && !isComment && !tag.toLowerCase().startsWith(until)) continue;
    const mark = isComment ? endOfComment : ">";
    const end = tag.indexOf(mark);
    const name = isComment ? "" : (/^\/?([a-z][a-z0-9-]*)/i.exec(tag)?.[1]?.toLowerCase() ?? "");
    until = isComment && end === -1 ? endOfComment : unseen.has(name) && !tag.startsWith("/") ? `/${name}` : undefined;
    if (until !== undefined) continue;
    const text = tag.slice(end === -1 ? 0 : end + mark.length);
    texts.push(inLine.has(name) ? `${texts.pop() ?? ""}${text}` : text);
  }
  return texts;
}

/** A text without HTML's escapes. */
function plain(text: string): string {
  const bytes = Buffer.from(text);
  const none = new Uint32Array(bytes.length);
  return Buffer.from(decodeEscapes({ bytes, starts: none, ends: none }, ["&"])?.bytes ?? bytes).toString();
}

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

interface Cut {
  readonly tool: string;
  readonly keepFull: KeepFull;
  readonly mostBytes: number | undefined;
}

/** The result of a failure, its streams cut so that standard error has room for the lines that come before it. */
export function failedCall({ reason, stdout, stderr, notes }: FailedReport, { tool, keepFull, mostBytes }: Cut): FailedCall {
  const before = [...failureLines(tool, reason), ...(notes ?? [])].map((line) => `${line}\n`).reduce(joinLines, "");
  return {
    kind: "failed",
    tool,
    reason,
    stdout: joinParts(stdout, keepFull, { mostBytes }),
    stderr: joinParts(stderr, keepFull, { mostBytes, before }),
    ...(notes !== undefined && { notes }),
  };
}
