import { diagnostic } from "../../diagnostics/codes.js";
import type { Result } from "../../diagnostics/diagnostic.js";
import type { PromptMediaModel } from "../../model/tool.js";
import type { NodePath } from "../../source/spec-node.js";
import type { ToolContext } from "../context.js";

/** Media types by the end of a file's name. */
const byEnding: Readonly<Record<PromptMediaModel["type"], Readonly<Record<string, string>>>> = {
  image: { gif: "image/gif", jpeg: "image/jpeg", jpg: "image/jpeg", png: "image/png", svg: "image/svg+xml", webp: "image/webp" },
  audio: { aac: "audio/aac", flac: "audio/flac", m4a: "audio/mp4", mp3: "audio/mpeg", ogg: "audio/ogg", wav: "audio/wav" },
};

interface MediaSpec {
  readonly type: PromptMediaModel["type"];
  readonly spec: { readonly image?: string; readonly audio?: string; readonly mimeType?: string };
  readonly path: NodePath;
}

/** Checks the file of a message by its name. It is read later (`placePromptFiles`). */
export function checkPromptMedia(
  prompt: ToolContext,
  { type, spec, path }: MediaSpec,
): Result<{ readonly media: PromptMediaModel } | undefined> {
  const file = spec[type] ?? "";
  const span = prompt.at([...path, type]);
  const outside = file.startsWith("/") || file.includes("\0") || file.includes("\\") || file.split("/").some(isStep);
  if (outside) return [undefined, [diagnostic("prompt-media", span, { file, problem: "is not named by a path below the project" })]];
  const ending = file.slice(file.lastIndexOf(".") + 1).toLowerCase();
  const expectedType = byEnding[type];
  const mimeType = spec.mimeType ?? (Object.hasOwn(expectedType, ending) ? expectedType[ending] : undefined);
  if (mimeType === undefined) {
    const endings = Object.keys(expectedType).join(", ");
    const problem = `has no ending of ${nameOf(type)} that toolgen knows (${endings}), and no \`mimeType\``;
    return [undefined, [diagnostic("prompt-media", span, { file, problem })]];
  }
  if (!mimeType.toLowerCase().startsWith(`${type}/`)) {
    const at = prompt.at([...path, "mimeType"]);
    return [
      undefined,
      [diagnostic("prompt-media", at, { file, problem: `has the type ${mimeType}, which is not that of ${nameOf(type)}` })],
    ];
  }
  return [{ media: { type, mimeType, data: "", file, span } }, []];
}

const isStep = (step: string) => step === "" || step === "." || step === "..";

const nameOf = (type: PromptMediaModel["type"]) => (type === "image" ? "an image" : "a sound");
