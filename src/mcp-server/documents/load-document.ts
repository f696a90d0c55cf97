import { existsSync } from "node:fs";
import { join } from "node:path";
import { corruptOutputMessage } from "../../runtime/lookup/corrupt-output.late.js";
import { moduleFormat, otherFormat, type ToolModule } from "../../runtime/lookup/tool-module.js";

const documentName = /^[A-Za-z_][A-Za-z0-9_-]{0,47}$/;

export type LoadedDocument<Document> =
  | { readonly ok: true; readonly module: Document & ToolModule }
  | { readonly ok: false; readonly message: string };

/** Loads the module of a prompt or a resource by its name; `undefined` if there is none. */
export function loadDocument<Document>(
  folder: string,
  name: string,
  load: (path: string) => unknown,
): LoadedDocument<Document> | undefined {
  const path = join(folder, `${name}.cjs`);
  if (!documentName.test(name) || !existsSync(path)) return undefined;
  const corrupt = { ok: false, message: corruptOutputMessage(`'${name}' can't be loaded`) } as const;
  // Written by a build of toolgen. The format, which is checked next, says whether that build is compatible.
  let module: Partial<ToolModule> | undefined;
  try {
    module = load(path) as Partial<ToolModule> | undefined;
  } catch {
    return corrupt;
  }
  if (typeof module?.format !== "number") return corrupt;
  if (module.format !== moduleFormat) return { ok: false, message: otherFormat(`'${name}'`, module.format) };
  if (module.definition === undefined || typeof module.validate !== "function") return corrupt;
  // On a case-insensitive file system, this can be another document's file.
  return module.definition.name === name ? { ok: true, module: module as Document & ToolModule } : undefined;
}
