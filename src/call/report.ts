import type { ContentBlock, FailureReason, Media } from "../contract/call-result.js";
import type { CompiledTool, OutputFormat } from "../contract/definition.js";
import { printExactly } from "../contract/exact-json.late.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../contract/json-value.js";

/**
 * A result before anything is cut: lines of toolgen's, and outputs of the program with the limits that hold for them.
 */
export type Report = DoneReport | FailedReport;

export interface DoneReport {
  readonly kind: "done";
  readonly text: readonly ResultPart[];
  readonly media?: readonly Media[];
  /** All content in MCP's form, if resources are among it. */
  readonly blocks?: readonly ContentBlock[];
  readonly structured?: JsonObject;
}

export interface FailedReport {
  readonly kind: "failed";
  readonly reason: FailureReason;
  readonly stdout: readonly ResultPart[];
  readonly stderr: readonly ResultPart[];
  readonly notes?: readonly string[] | undefined;
}

export type ResultPart = { readonly kind: "line"; readonly text: string } | OutputPart;

export interface OutputPart {
  readonly kind: "output";
  readonly stream: "stdout" | "stderr";
  readonly bytes: Buffer;
  readonly limits: Limits;
  /** True if all of it is in a file that a line of the report names. */
  readonly isKept?: true | undefined;
}

/** Saves an output whole; returns the path of the file, `undefined` if that was not possible. */
export type KeepFull = (part: OutputPart) => string | undefined;

export function line(text: string): ResultPart {
  return { kind: "line", text };
}

export function output(stream: "stdout" | "stderr", bytes: Buffer, limits: Limits): OutputPart {
  return { kind: "output", stream, bytes, limits };
}

/** Only JSON white space. */
export function isBlankBytes(bytes: Buffer): boolean {
  return bytes.every(isSpace);
}

export const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x09 || byte === 0x0d;

/** The parts of a tool that its results depend on. */
export type ShapedTool = Pick<CompiledTool, "definition" | "validateOutput">;

/** How much of an output is shown: lines, bytes of UTF-8, and which end of it. */
export interface Limits {
  readonly maxLines: number;
  readonly maxBytes: number;
  readonly keep: "head" | "tail" | "both";
}

/** The byte that ends a line. */
const newline = 10;

/** Returns true if UTF-8 text needs no truncation. */
function isWithinLimits(bytes: Buffer, { maxLines, maxBytes }: Omit<Limits, "keep">): boolean {
  return bytes.length <= maxBytes && countLines(bytes) <= maxLines;
}

/** The lines of a text; an end without a newline is a line too. */
function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) lines++;
  return bytes.length > 0 && bytes[bytes.length - 1] !== newline ? lines + 1 : lines;
}

/** The parts of an output that are shown. For `tail` the head is empty, and the reverse. */
export interface CutOutput {
  readonly head: Buffer;
  readonly tail: Buffer;
  readonly omittedLines: number;
  readonly omittedBytes: number;
}

/**
 * Truncates UTF-8 text to its limits; `undefined` if it needs no truncation. It is cut at the end of a line if that
 * costs at most half of the room, otherwise inside one, but never inside a character.
 */
export function truncate(bytes: Buffer, { maxLines, maxBytes, keep }: Limits): CutOutput | undefined {
  if (isWithinLimits(bytes, { maxLines, maxBytes })) return undefined;
  const headShare = keep === "head" ? 1 : keep === "tail" ? 0 : 0.5;
  const headEnd = endOfHead(bytes, Math.ceil(maxLines * headShare), Math.ceil(maxBytes * headShare));
  const tailStart = Math.max(headEnd, startOfTail(bytes, Math.floor(maxLines * (1 - headShare)), Math.floor(maxBytes * (1 - headShare))));
  const head = bytes.subarray(0, headEnd);
  const tail = bytes.subarray(tailStart);
  const omittedLines = Math.max(0, countLines(bytes) - countLines(head) - countLines(tail));
  return { head, tail, omittedLines, omittedBytes: tailStart - headEnd };
}

function endOfHead(bytes: Buffer, maxLines: number, maxBytes: number): number {
  let end = 0;
  for (let lines = 0; lines < maxLines; lines++) {
    const lineEnd = bytes.indexOf(newline, end);
    const next = lineEnd === -1 ? bytes.length : lineEnd + 1;
    if (next > maxBytes) return end >= maxBytes / 2 ? end : characterStart(bytes, maxBytes);
    end = next;
    if (end === bytes.length) break;
  }
  return end;
}

function startOfTail(bytes: Buffer, maxLines: number, maxBytes: number): number {
  let start = bytes.length;
  for (let lines = 0; lines < maxLines && start > 0; lines++) {
    // The newline that ends a line belongs to it, so the search begins before it.
    const previous = start < 2 ? -1 : bytes.lastIndexOf(newline, start - 2);
    const next = previous + 1;
    if (bytes.length - next > maxBytes) {
      return bytes.length - start >= maxBytes / 2 ? start : nextCharacter(bytes, bytes.length - maxBytes);
    }
    start = next;
  }
  return start;
}

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

function characterStart(bytes: Buffer, at: number): number {
  let start = at;
  while (start > 0 && isContinuation(bytes[start])) start--;
  return start;
}

function nextCharacter(bytes: Buffer, at: number): number {
  let start = at;
  while (start < bytes.length && isContinuation(bytes[start])) start++;
  return start;
}

/**
 * The most bytes of one write that reach Gemini CLI unharmed if they include any character beyond ASCII: it decodes
 * each chunk that it reads by itself (measured). ASCII is never harmed, and has no such limit.
 */
export const maxWrittenBytes = 65_535;

/** How many bytes of a text exceed one write. */
export function bytesOverLimit(text: string, mostBytes = maxWrittenBytes): number {
  // In UTF-8 a UTF-16 code unit takes three bytes at most.
  if (text.length * 3 <= mostBytes) return 0;
  const size = Buffer.byteLength(text);
  return size === text.length ? 0 : Math.max(0, size - mostBytes);
}

/** One text after another, the second on a line of its own. */
export function joinLines(before: string, after: string): string {
  return before === "" || before.endsWith("\n") || after === "" ? before + after : `${before}\n${after}`;
}

/** The longest escape in a text, in bytes: `&DiacriticalGrave;`. */
export const maxEscapeBytes = 18;

/** A program that was ended, and its time limit. */
export interface NamedTimeout {
  readonly program: string;
  readonly timeoutMs: number;
}

export const timeoutText = ({ program, timeoutMs }: NamedTimeout): string =>
  `${program} was ended: it took longer than ${duration(timeoutMs)}.`;

function duration(ms: number): string {
  if (ms % 60_000 === 0 && ms > 60_000) return `${ms / 60_000} minutes`;
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}

/** The texts in the content of a `CallToolResult` of MCP. A link to a resource is named. */
export const contentTexts = (content: readonly JsonValue[]): readonly string[] => content.flatMap(textOf);

/**
 * The types of content of revision 2025-11-25: https://modelcontextprotocol.io/specification/2025-11-25/server/tools.
 */
const types = ["text", "image", "audio", "resource_link", "resource"];

/** Returns true if MCP knows content of this type. A text without its text is something else. */
export const isContent = (content: JsonValue): boolean =>
  isJsonObject(content) && types.includes(String(content.type)) && (content.type !== "text" || isString(content.text));

function textOf(content: JsonValue): readonly string[] {
  if (!isJsonObject(content)) return [];
  if (content.type === "text") return stringsOf(content.text);
  if (content.type === "resource_link") return [[content.name, content.uri, content.description].filter(isString).join(" ")];
  const { resource } = content;
  if (content.type !== "resource" || !isJsonObject(resource)) return [];
  const { uri, text, blob, mimeType } = resource;
  if (isString(text)) return [text];
  const bytes = isString(blob)
    ? `[${isString(mimeType) ? mimeType : "binary data"}, ${Buffer.byteLength(blob, "base64")} bytes]`
    : undefined;
  return [[uri, bytes].filter(isString).join(" ")];
}

const isString = (value: JsonValue | undefined): value is string => typeof value === "string";
const stringsOf = (value: JsonValue | undefined): readonly string[] => (isString(value) ? [value] : []);

/** Describes content to a client that can't take it as it is. */
export function describeContent(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return `[${block.mimeType}, ${Buffer.byteLength(block.data, "base64")} bytes, which this client doesn't take]`;
    case "resource_link":
      return [block.name, block.uri, block.description].filter((part) => part !== undefined).join(" ");
    case "resource":
      return "text" in block.resource ? block.resource.text : block.resource.uri;
  }
}

/** Prints a text as a `CallToolResult` of MCP. */
export const mcpText = (text: string): string => JSON.stringify({ content: [{ type: "text", text }] });

/** A server's answer to `tools/call`. */
interface McpAnswer {
  readonly content: readonly JsonValue[];
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
}

type PrintedAnswer = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly advice: string };

/** Content may be missing: a server that has nothing to say has done what it was asked. */
export const isAnswer = (value: unknown): value is Partial<McpAnswer> => {
  if (typeof value !== "object" || value === null) return false;
  const { content } = value as Partial<McpAnswer>;
  return Array.isArray(content) || content === undefined;
};

/**
 * Prints an answer in the format of a tool's output: `mcp` is all of it, and the others are its structured content or
 * its texts, without images. An answer with `isError` is then a failure with these texts; `mcp` says so itself. Content
 * of another form than MCP's becomes a text, so that nothing that it says is lost.
 */
export function printAnswer(answer: Partial<McpAnswer>, format: OutputFormat): PrintedAnswer {
  const { structuredContent, isError } = answer;
  const content = contentOf(answer).map((one) => (isContent(one) ? one : { type: "text", text: printExactly(one, 2) }));
  const data = structuredContent === undefined ? undefined : printExactly(structuredContent as JsonValue);
  if (format === "mcp") return { ok: true, text: printExactly({ content, structuredContent, isError } as JsonObject) };
  const text = contentTexts(content).join("\n");
  if (isError === true) return { ok: false, advice: text === "" ? "The tool failed and did not say why." : text };
  const isData = format === "json" || format === "jsonl";
  return { ok: true, text: isData ? (data ?? text) : text === "" ? (data ?? "") : text };
}

/** An answer without content may have keys of another form, such as that of the first revision. */
function contentOf({ content, structuredContent, isError: _isError, ...others }: Partial<McpAnswer>): readonly JsonValue[] {
  if (content !== undefined) return content;
  const foreign = Object.entries(others).filter(([key]) => key !== "_meta" && key !== "resultType");
  return structuredContent === undefined && foreign.length > 0 ? [Object.fromEntries(foreign) as JsonValue] : [];
}
