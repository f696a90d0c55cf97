import { readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { findTool } from "../runtime/lookup/find-tool.js";
import { readToolIndex } from "../runtime/lookup/read-tool-index.js";
import { moduleFormat, newerFormat } from "../runtime/lookup/tool-module.js";
import { generatedPrompts } from "./generated-prompts.js";
import { generatedResources } from "./generated-resources.js";
import { readGeneratedList } from "./read-generated-list.js";
import type { FoundServedTool, SchemaForm, ScopesByName, ServedToolSource, ServerIdentity, ToolGroups } from "./tool-source.js";
import { watchFolder } from "./watch-folder.js";

/** The content of `server.json`, beside the server. */
interface ServerFile extends ServerIdentity, Partial<ToolGroups> {
  readonly format: number;
  /** True if there are prompts. */
  readonly prompts?: boolean;
  /** True if there are resources. */
  readonly resources?: boolean;
  /** True if some of them are files. */
  readonly resourceFiles?: boolean;
  /** Tools that the server neither lists nor calls. */
  readonly excluded?: readonly string[];
  readonly promptScopes?: ScopesByName;
  readonly resourceScopes?: ScopesByName;
  /** The scopes of tools that need any, by the tools' names. */
  readonly scopes?: ScopesByName;
}

/** The folder of the server, and `require`, whose cache is cleared of modules that a later build has replaced. */
export interface GeneratedServerTools {
  readonly folder: string;
  readonly require: NodeJS.Require;
}

/**
 * The tools beside a generated server: their lists in `tools.json` and `tools-open.json`, one module each in
 * `../bin/tools`, loaded when it is called.
 */
export function generatedTools({ folder, require }: GeneratedServerTools): ServedToolSource {
  const serverFile = join(folder, "server.json");
  const server = readServerFile(serverFile);
  const bin = join(folder, "..", "bin");
  const load = reloading(require);
  // Read again for each call, like the list: a build may have removed a tool since.
  const excluded = () => new Set(readServerFile(serverFile).excluded);
  const list = (form: SchemaForm) => readGeneratedList(folder, form === "open" ? "tools-open.json" : "tools.json");
  return {
    server: identityIn(server),
    list,
    // Printed by a build of toolgen.
    names: () => (JSON.parse(list("canonical").toString("utf8")) as readonly { readonly name: string }[]).map(({ name }) => name),
    groups: groupsIn(serverFile),
    find: (name, hidden = new Set()): FoundServedTool => {
      const found = findTool(name, { bin, load, excluded: new Set([...excluded(), ...hidden]) });
      return found.ok ? { ok: true, tool: found.tool, projectDir: resolve(bin, found.tool.project) } : found;
    },
    ...(server.prompts === true && {
      prompts: generatedPrompts(folder, { load, scopes: () => readServerFile(serverFile).promptScopes ?? {} }),
    }),
    ...(server.resources === true && {
      resources: generatedResources(folder, {
        load,
        hasFiles: server.resourceFiles === true,
        scopes: () => readServerFile(serverFile).resourceScopes ?? {},
      }),
    }),
    aliases: () => {
      const read = readToolIndex(bin);
      const without = excluded();
      return read.ok ? Object.fromEntries(Object.entries(read.index.aliases).filter(([, name]) => !without.has(name))) : {};
    },
    scopes: () => {
      const { scopes = {}, promptScopes = {}, resourceScopes = {} } = readServerFile(serverFile);
      return [scopes, promptScopes, resourceScopes].flatMap((byName) => Object.values(byName).flat());
    },
    watch: (onChange) => watchFolder(folder, (name) => listFiles.has(name), onChange),
    audited: () => {
      const read = readToolIndex(bin);
      return read.ok ? { project: resolve(bin, read.index.project), isProjects: read.index.audit === true } : undefined;
    },
  };
}

/** The files of a build that hold lists. Others in the folder don't matter. */
const listFiles = new Set(["tools.json", "tools-open.json", "prompts.json", "resources.json", "resource-templates.json", "server.json"]);

/** Leaves absent what the file lacks. */
function identityIn({ name, instructions, maxRequestBytes }: ServerFile): ServerIdentity {
  return { name, ...(instructions !== undefined && { instructions }), ...(maxRequestBytes !== undefined && { maxRequestBytes }) };
}

const readServerFile = (path: string): ServerFile => parseServerFile(readFileSync(path, "utf8"));

function parseServerFile(json: string): ServerFile {
  // Written by a build of toolgen; the format, which is checked next, says whether that build is compatible.
  const server = JSON.parse(json) as ServerFile;
  if (server.format !== moduleFormat) throw new Error(newerFormat("The server", server.format));
  return server;
}

/** Returns the same object for as long as the file's bytes are the same, so that what follows from it is made once. */
function groupsIn(path: string): () => ToolGroups {
  let known: { readonly bytes: Buffer; readonly groups: ToolGroups } | undefined;
  return () => {
    const bytes = readFileSync(path);
    if (known?.bytes.equals(bytes)) return known.groups;
    const { toolsets = {}, companions = {} } = parseServerFile(bytes.toString("utf8"));
    known = { bytes, groups: { toolsets, companions } };
    return known.groups;
  };
}

/** A server keeps running while specs are built, so a module that has changed on disk is loaded again. */
function reloading(require: NodeJS.Require): (path: string) => unknown {
  const loaded = new Map<string, number>();
  return (path) => {
    const { mtimeMs } = statSync(path);
    if (loaded.get(path) !== mtimeMs) delete require.cache[require.resolve(path)];
    loaded.set(path, mtimeMs);
    return require(path);
  };
}
