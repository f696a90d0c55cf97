import type { Compilation } from "../../compile.js";
import { invariant } from "../../diagnostics/invariant.js";
import type { ServedToolSource } from "../../mcp-server/tool-source.js";
import { modelFor } from "../../model/built-targets.js";
import type { Model } from "../../model/tool.js";
import { unknownTool } from "../../runtime/lookup/unknown-tool.js";
import { closestTool, findToolModel } from "../project/find-tool-model.js";
import { moduleLoader } from "../project/load-compiled-tool.js";
import type { CompiledDocuments } from "./compiled-documents.js";
import { compiledPrompts } from "./compiled-prompts.js";
import { compiledResources } from "./compiled-resources.js";

/** The tools of a compilation, each loaded on its first call, with its resources and prompts. */
export function compiledTools(compilation: Compilation, projectDir: string): ServedToolSource {
  const model: Model = { ...modelFor(compilation.model, "mcp"), hosted: [] };
  const documents = compiledDocuments(compilation, projectDir);
  const { textOf, listOf, load } = documents;
  const server = JSON.parse(textOf("mcp/server.json"));
  const groups = { toolsets: server.toolsets ?? {}, companions: server.companions ?? {} };
  return {
    server,
    names: () => model.tools.map(({ name }) => name),
    groups: () => groups,
    list: (form) => listOf(form === "open" ? "mcp/tools-open.json" : "mcp/tools.json"),
    find: (name, hidden = new Set()) => {
      const offered = { ...model, tools: model.tools.filter((tool) => !hidden.has(tool.name)) };
      const found = findToolModel(offered, name);
      if (found === undefined) return { ok: false, message: unknownTool(name, closestTool(offered, name)) };
      return { ok: true, tool: load(`bin/tools/${found.name}.cjs`), projectDir };
    },
    ...(model.resources.length > 0 && { resources: compiledResources(documents) }),
    ...(model.prompts.length > 0 && { prompts: compiledPrompts(model, documents) }),
    aliases: () => Object.fromEntries(model.tools.flatMap(({ name, nameAliases }) => nameAliases.map((alias) => [alias, name]))),
    scopes: () =>
      [...model.tools, ...[...model.prompts, ...model.resources].map(({ tool }) => tool)].flatMap(
        ({ definition }) => definition.scopes ?? [],
      ),
    audited: () => ({ project: projectDir, isLoggedByProject: model.project.audit }),
  };
}

function compiledDocuments({ files }: Compilation, projectDir: string): CompiledDocuments {
  const textOf = (path: string) => {
    const file = files.find((candidate) => candidate.path === path);
    invariant(file !== undefined, `${path} is generated`);
    return file.text;
  };
  return {
    textOf,
    listOf: (path) => Buffer.from(textOf(path).replaceAll("\n", " ")),
    load: moduleLoader(files, projectDir),
    projectDir,
  };
}
