import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { CompiledResource, ResourceIndex } from "../../runtime/contract/resource.js";
import { corruptOutputMessage } from "../../runtime/lookup/corrupt-output.late.js";
import { generatedListReader } from "../lists/generated-list-reader.js";
import type { ServedResources } from "../tool-source.js";
import { loadDocument } from "./load-document.js";

/** The resources beside a generated server: their lists and URIs in files, one module each in `resources`. */
export function generatedResources(
  folder: string,
  { load, hasFiles, scopes }: Pick<ServedResources, "hasFiles" | "scopes"> & { load(path: string): unknown },
): ServedResources {
  const readList = generatedListReader(folder);
  return {
    hasFiles,
    scopes,
    list: () => readList("resources.json"),
    listTemplates: () => readList("resource-templates.json"),
    // Printed by a build of toolgen.
    index: () => JSON.parse(readFileSync(join(folder, "resource-index.json"), "utf8")) as ResourceIndex,
    find: (name) => {
      const corrupt = { ok: false, message: corruptOutputMessage(`'${name}' can't be loaded`) } as const;
      const found = loadDocument<CompiledResource>(join(folder, "resources"), name, load);
      if (found?.ok !== true) return found ?? corrupt;
      const resource = found.module;
      return resource.content === undefined ? corrupt : { ok: true, resource, projectDir: resolve(folder, "..", "bin", resource.project) };
    },
  };
}
