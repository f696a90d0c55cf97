import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { corruptOutputMessage } from "../../call/start-problem.late.js";
import { moduleFormat, otherFormat, type ToolModule } from "../../call/tool-index.js";
import type { CompiledPrompt, CompiledResource, ResourceIndex } from "../../contract/documents.js";
import { fileBase } from "../../contract/names.js";
import { generatedListReader } from "../lists/served-lists.js";
import type { ScopesByName, ServedPrompts, ServedResources, ServedSkills, ServedToolSource } from "../tool-source.js";

/** The folder of a generated server, what loads its modules, and what `server.json` says of its documents. */
export interface GeneratedDocuments {
  readonly folder: string;
  readonly hasPrompts: boolean;
  readonly hasResources: boolean;
  /** True if some resources are files. */
  readonly hasFiles: boolean;
  readonly hasSkills: boolean;
  load(path: string): unknown;
  promptScopes(): ScopesByName;
  resourceScopes(): ScopesByName;
}

/** The documents beside a generated server: their lists in files, one module for each prompt and resource. */
export function generatedDocuments(server: GeneratedDocuments): Pick<ServedToolSource, "prompts" | "resources" | "skills"> {
  return {
    ...(server.hasPrompts && { prompts: generatedPrompts(server) }),
    ...(server.hasResources && { resources: generatedResources(server) }),
    ...(server.hasSkills && { skills: generatedSkills(server) }),
  };
}

/** The skills: their list in `skills.json`, and a folder for each in `../skills`. A file may be gone after a build. */
function generatedSkills({ folder }: GeneratedDocuments): ServedSkills {
  const skills = join(folder, "..", "skills");
  return {
    index: () => readFileSync(join(folder, "skills.json")),
    files: (skill) => ["SKILL.md", ...namesIn(join(skills, skill, "references")).map((name) => `references/${name}`)],
    read: (path) => (existsSync(join(skills, path)) ? readFileSync(join(skills, path)) : undefined),
  };
}

const namesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);

/** The prompts: their list in `prompts.json`, one module each in `prompts`. */
function generatedPrompts({ folder, load, promptScopes: scopes }: GeneratedDocuments): ServedPrompts {
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

/** The resources: their lists and URIs in files, one module each in `resources`. */
function generatedResources({ folder, load, hasFiles, resourceScopes: scopes }: GeneratedDocuments): ServedResources {
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

const documentName = /^[A-Za-z_][A-Za-z0-9_-]{0,47}$/;

type LoadedDocument<Document> =
  | { readonly ok: true; readonly module: Document & ToolModule }
  | { readonly ok: false; readonly message: string };

/** Loads the module of a prompt or a resource by its name; `undefined` if there is none. */
function loadDocument<Document>(folder: string, name: string, load: (path: string) => unknown): LoadedDocument<Document> | undefined {
  const path = join(folder, `${fileBase(name)}.cjs`);
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
