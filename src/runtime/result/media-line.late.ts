import type { Media } from "../contract/call-result.js";
import { describeContent } from "./describe-content.js";
import { keepFullOutput } from "./keep-full-output.late.js";
import { type DoneReport, line, output, type ResultPart } from "./report.js";
import type { ShapedTool } from "./shaped-tool.js";

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
