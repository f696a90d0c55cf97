import { isUtf8 } from "node:buffer";
import type { Exited, Media } from "../../contract/call-result.js";
import type { ExitMeaning, ToolDefinition } from "../../contract/definition.js";
import { keepFullOutput } from "../output.late.js";
import { type DoneReport, describeContent, line, output, type Report, type ResultPart, type ShapedTool } from "../report.js";
import { emptyAnswer, unreadableResult } from "./failed-report.late.js";
import { otherResult } from "./json-result.late.js";

interface Promised {
  readonly tool: ToolDefinition;
  readonly meaning: ExitMeaning | undefined;
  readonly kind: "image" | "audio";
}

/** Returns the result of a tool that prints an image or audio. */
export function mediaResult(outcome: Exited, { tool, meaning, kind }: Promised): Report {
  const meaningLines = meaning === undefined ? [] : [line(meaning.text)];
  const { stdout: bytes } = outcome;
  const { mimeType = "application/octet-stream" } = tool.output;
  if (bytes.length > 0) {
    if (isTextImage(mimeType)) return { kind: "done", text: [...meaningLines, output("stdout", bytes, tool.output)] };
    const problem = mediaProblem(bytes, mimeType);
    if (problem === undefined) return { kind: "done", text: meaningLines, media: [{ kind, mimeType, bytes }] };
    // The bytes of another image would only be shown as broken text.
    const shown = isUtf8(bytes) ? outcome : { ...outcome, stdout: Buffer.alloc(0) };
    return otherResult(shown, { tool, meaning }, problem);
  }
  if (meaning === undefined && tool.http !== undefined) return { kind: "done", text: [line(emptyAnswer(outcome.code))] };
  return meaning === undefined ? unreadableResult(outcome, tool, "printed nothing") : { kind: "done", text: meaningLines };
}

/** The beginnings of files, by their media types. Each is a pattern over Latin-1. */
const signatures: readonly (readonly [type: string, beginning: RegExp])[] = [
  ["image/png", /^\x89PNG\r\n\x1a\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF.{4}WEBP/s],
  ["image/bmp", /^BM.{4}\0{4}/s],
  ["image/tiff", /^(?:II\*\0|MM\0\*)/],
  ["image/avif", /^.{4}ftypavi[fs]/s],
  ["image/heic", /^.{4}ftyp(?:hei[cx]|mif1)/s],
  ["image/x-icon", /^\0\0\x01\0/],
  ["audio/wav", /^RIFF.{4}WAVE/s],
  ["audio/ogg", /^OggS/],
  ["audio/flac", /^fLaC/],
  ["audio/mpeg", /^ID3/],
  ["application/pdf", /^%PDF-/],
  ["application/zip", /^PK\x03\x04/],
  ["application/gzip", /^\x1f\x8b\x08/],
];

/** The images that models' APIs take. They refuse a conversation with any of them that isn't one. */
const certain = ["image/png", "image/jpeg", "image/gif", "image/webp"];

const otherNames: Readonly<Record<string, string>> = {
  "image/jpg": "image/jpeg",
  "image/pjpeg": "image/jpeg",
  "image/x-png": "image/png",
  "image/heif": "image/heic",
  "image/vnd.microsoft.icon": "image/x-icon",
  "audio/x-wav": "audio/wav",
  "audio/wave": "audio/wav",
  "audio/vnd.wave": "audio/wav",
  "audio/mp3": "audio/mpeg",
  "audio/opus": "audio/ogg",
  "audio/vorbis": "audio/ogg",
  "audio/x-flac": "audio/flac",
};

/**
 * Returns why bytes can't be what their media type says, as a clause; `undefined` if they are, or if their form isn't
 * known.
 */
export function mediaProblem(bytes: Buffer, mimeType: string): string | undefined {
  const declared = typeName(mimeType);
  if (bytes.length === 0) return "it is empty";
  const start = bytes.toString("latin1", 0, 32);
  const found = signatures.find(([, beginning]) => beginning.test(start))?.[0];
  if (found === declared) return undefined;
  if (found !== undefined) return `it is ${found} and not ${declared}`;
  if (isUtf8(bytes) && !bytes.includes(0)) return `it is text and not ${declared}`;
  return certain.includes(declared) ? `it is not ${declared}` : undefined;
}

/** SVG is an image that is text: models' APIs take it only as text. */
export function isTextImage(mimeType: string): boolean {
  return typeName(mimeType) === "image/svg+xml";
}

function typeName(mimeType: string): string {
  const name = mimeType.split(";")[0]?.trim().toLowerCase() ?? "";
  return Object.hasOwn(otherNames, name) ? (otherNames[name] ?? name) : name;
}

/** Extensions of the most frequent media types; for others, the subtype is used. */
const extensions: ReadonlyMap<string, string> = new Map([
  ["image/jpeg", "jpg"],
  ["image/svg+xml", "svg"],
  ["audio/mpeg", "mp3"],
  ["audio/x-wav", "wav"],
]);

/** The parts of a result for a client that takes only text: with `blocks`, each medium stands where it was. */
export function namedMedia(
  { text, media = [], blocks }: Pick<DoneReport, "text" | "media" | "blocks">,
  { definition }: ShapedTool,
  env: Parameters<typeof mediaLine>[1]["env"],
): readonly ResultPart[] {
  const named = media.map((one) => mediaLine(one, { toolName: definition.name, env }));
  if (blocks === undefined) return [...text, ...named];
  const lines = named[Symbol.iterator]();
  return blocks.flatMap((block) => {
    const isMedia = block.type === "image" || block.type === "audio";
    return (isMedia ? lines.next().value : output("stdout", Buffer.from(describeContent(block)), definition.output)) ?? [];
  });
}

/** Describes a medium to a client that takes only text: its type, its size, and its file. */
export function mediaLine(
  { mimeType, bytes }: Media,
  { toolName, env }: { readonly toolName: string; readonly env: Readonly<Record<string, string | undefined>> },
): ResultPart {
  const extension = extensions.get(mimeType) ?? /^\w+\/([a-z0-9]+)/.exec(mimeType)?.[1] ?? "bin";
  const path = keepFullOutput({ toolName, stream: "stdout", bytes, env, extension });
  const where = path === undefined ? "It could not be kept in a file." : `It is in ${path}`;
  return line(`[${mimeType}, ${bytes.length} bytes. ${where}]`);
}
