import type { ToolDefinition } from "../contract/definition.js";
import type { FailureReason } from "../contract/failure-reason.js";
import type { Exited, RunOutcome } from "../contract/run-outcome.js";
import { oneLine } from "../text/one-line.js";
import { decodeEscapes } from "./decode-escapes.js";
import { line, output, type Report, type ResultPart } from "./report.js";

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
