import type { GuardedResponse } from "toolgen/runtime";
import { detectEncoding } from "../files/encoding.js";
import { decode } from "./decode.js";

/** The content of a web response. */
export type WebContent =
  | { readonly is: "page" | "text"; readonly text: string }
  | { readonly is: "image"; readonly mimeType: string }
  | { readonly is: "binary"; readonly type: string };

const images = ["image/png", "image/jpeg", "image/gif", "image/webp"];
const starts: readonly (readonly [start: string, type: string])[] = [
  ["89504e47", "image/png"],
  ["ffd8ff", "image/jpeg"],
  ["47494638", "image/gif"],
  ["25504446", "application/pdf"],
  ["504b0304", "application/zip"],
];

/** Detected by the declared type and, if that is missing or plainly wrong, by the first bytes. */
export function webContent({ headers, body }: Pick<GuardedResponse, "headers" | "body">): WebContent {
  const contentType = headers["content-type"] ?? "";
  const told = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  const first = body.subarray(0, 4).toString("hex");
  const type = starts.find(([start]) => first.startsWith(start))?.[1] ?? told;
  if (images.includes(type)) return { is: "image", mimeType: type };
  if (isBinary(type, body)) return { is: "binary", type: type || "application/octet-stream" };
  const text = decode(body, contentType);
  const isPage = /^(?:text\/html|application\/xhtml\+xml)$/.test(type) || (isVague(type) && /^\s*(?:<!doctype html|<html)\b/i.test(text));
  return isPage ? { is: "page", text } : { is: "text", text: legible(text, type) };
}

const isVague = (type: string) => type === "" || type === "application/octet-stream" || type === "text/plain";
const isTextual = (type: string) =>
  /^text\/|[/+](?:json|xml|yaml|javascript|ecmascript|x-sh|toml|graphql|sql)$|^application\/x-(?:ndjson|yaml)$/.test(type);

function isBinary(type: string, body: Buffer): boolean {
  if (type.startsWith("text/html") || type.endsWith("xhtml+xml")) return false;
  if (isTextual(type) && !body.subarray(0, 1024).includes(0)) return false;
  return detectEncoding(body, { isWhole: true }) === undefined || !(isVague(type) || isTextual(type));
}

/** JSON on one long line is pretty-printed. */
function legible(text: string, type: string): string {
  if (!/[/+]json$/.test(type) || text.trim().includes("\n")) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
