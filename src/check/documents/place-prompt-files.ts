import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic, Result } from "../../diagnostics/diagnostic.js";
import type { Model, PromptMessageModel } from "../../model/tool.js";
import type { ReadBytes } from "../../source/read-files.js";

/** The files of all prompts. */
export const promptFilePaths = ({ prompts }: Model): readonly string[] => [
  ...new Set(prompts.flatMap(({ messages }) => messages.flatMap((message) => ("media" in message ? [message.media.file] : [])))),
];

/** Puts the files that were read into the prompts. Those that can't be read are reported where a spec names them. */
export function placePromptFiles(model: Model, files: ReadonlyMap<string, ReadBytes>): Result<Model> {
  const log: Diagnostic[] = [];
  const placed = (message: PromptMessageModel): PromptMessageModel => {
    if (!("media" in message)) return message;
    const { file, span } = message.media;
    const read = files.get(file);
    if (read?.ok === true && read.bytes.length > 0)
      return { ...message, media: { ...message.media, data: Buffer.from(read.bytes).toString("base64") } };
    const problem = read?.ok === false ? `can't be used: ${read.reason}` : "is empty";
    log.push(diagnostic("prompt-media", span, { file, problem }));
    return message;
  };
  const prompts = model.prompts.map((prompt) => ({ ...prompt, messages: prompt.messages.map(placed) }));
  return [{ ...model, prompts }, log];
}
