import { STATUS_CODES } from "node:http";
import { type GuardedResponse, ToolError } from "toolgen/runtime";
import { type WebContent, webContent } from "./content.js";
import { type PartWanted, partOf } from "./part.js";
import { readPage } from "./read-page.js";

export interface Wanted extends PartWanted {
  /** The requested address. */
  readonly asked: string;
  /** True if the call asks for the source of a page. */
  readonly raw: boolean;
}

const mostImageBytes = 5 * 1024 * 1024;

/** Returns a response as a model gets it: text with notes in brackets after it, or an image. */
export function shown(response: GuardedResponse, wanted: Wanted) {
  const { status, body, isCut } = response;
  const content = webContent(response);
  if (status >= 400) throw new ToolError(refusal(response, content));
  if (content.is === "image" && !isCut && body.length <= mostImageBytes)
    return { content: [{ type: "image", mimeType: content.mimeType, data: body.toString("base64") }] };
  if (content.is === "binary" || content.is === "image") {
    const type = content.is === "image" ? content.mimeType : content.type;
    const size = `${isCut ? "more than " : ""}${body.length} bytes`;
    return `[${response.url} is ${type} of ${size}: it can't be shown as text. To have it as a file: curl -LO by run_shell_command.]`;
  }
  const { head, text, notes } =
    content.is === "page" && !wanted.raw ? page(content.text, response.url) : plain(content.text, response.url, wanted);
  const part = partOf(text, wanted);
  const all = [...part.notes, ...notes, ...(isCut ? [`Only its first ${body.length} bytes were read.`] : [])];
  return [head, part.text.trimEnd(), all.length === 0 ? "" : `[${all.join(" ")}]`].filter((one) => one !== "").join("\n\n");
}

interface Text {
  readonly head: string;
  readonly text: string;
  readonly notes: readonly string[];
}

/** Text is shown unchanged; its address is shown if it isn't the requested one. */
function plain(text: string, url: string, { asked }: Wanted): Text {
  return { head: url === asked ? "" : `URL: ${url}`, text: text.trimEnd(), notes: text.trim() === "" ? ["It is empty."] : [] };
}

function page(html: string, url: string): Text {
  const { title, text, asksForLogin, isBare } = readPage(html, url);
  const isShort = text.length < 600;
  const notes = [
    ...(asksForLogin && isShort ? ["It asks for a login, which this tool can't do."] : []),
    ...(!asksForLogin && text.length < 200 && /<script\b/i.test(html) ? ["It has hardly any text: scripts make it in a browser."] : []),
    ...(text === "" ? ["It is empty."] : []),
    ...(isBare ? ["Its parts lie so deep in each other that this is its text alone."] : []),
  ];
  return { head: `${title === "" ? "" : `Title: ${title}\n`}URL: ${url}`, text, notes };
}

const mostOfRefusal = 500;

const advice: Readonly<Record<number, string>> = {
  401: "It is only for those who log in.",
  403: "It is not for everyone, or not for programs. Look for the same elsewhere.",
  404: "Look for its address by web_search, or in a page that leads to it.",
  410: "It was removed.",
  429: "Too much is asked of it. Try again later.",
};

/** Describes the server's response, with the beginning of its text. */
function refusal({ status, url }: GuardedResponse, content: WebContent): string {
  const words = content.is === "page" ? readPage(content.text, url).text : content.is === "text" ? content.text : "";
  const said = words.trim().slice(0, mostOfRefusal);
  const first = [`${url} answered ${status} ${STATUS_CODES[status] ?? ""}`.trimEnd(), advice[status]].filter(Boolean).join(". ");
  return `${first}${first.endsWith(".") ? "" : "."}${said === "" ? "" : `\n${said}`}`;
}
