import { join, resolve } from "node:path";
import type { CompiledPrompt } from "../../runtime/contract/prompt.js";
import { corruptOutputMessage } from "../../runtime/lookup/corrupt-output.late.js";
import { generatedListReader } from "../lists/generated-list-reader.js";
import type { ServedPrompts } from "../tool-source.js";
import { loadDocument } from "./load-document.js";

/** The prompts beside a generated server: their list in `prompts.json`, one module each in `prompts`. */
export function generatedPrompts(
  folder: string,
  { load, scopes }: Pick<ServedPrompts, "scopes"> & { load(path: string): unknown },
): ServedPrompts {
  const readList = generatedListReader(folder);
  return {
    scopes,
    list: () => readList("prompts.json"),
    find: (name) => {
      const found = loadDocument<CompiledPrompt>(join(folder, "prompts"), name, load);
      if (found === undefined) return { ok: false, message: `There is no prompt named '${name}'.` };
      if (!found.ok) return found;
      const prompt = found.module;
      if (!Array.isArray(prompt.messages)) return { ok: false, message: corruptOutputMessage(`'${name}' can't be loaded`) };
      return { ok: true, prompt, projectDir: resolve(folder, "..", "bin", found.module.project) };
    },
  };
}
