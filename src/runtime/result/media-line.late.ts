import type { Media } from "../contract/call-result.js";
import { keepFullOutput } from "./keep-full-output.late.js";
import { line, type ResultPart } from "./report.js";

/** Extensions of the most frequent media types; for others, the subtype is used. */
const extensions: ReadonlyMap<string, string> = new Map([
  ["image/jpeg", "jpg"],
  ["image/svg+xml", "svg"],
  ["audio/mpeg", "mp3"],
  ["audio/x-wav", "wav"],
]);

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
