import { readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { findTool } from "../../call/find-tool.js";
import { moduleFormat, otherFormat, readToolIndex } from "../../call/tool-index.js";
import { looks } from "../../contract/process.js";
import { generatedDocuments } from "../documents/generated-documents.js";
import { generatedToolsReader } from "../lists/served-lists.js";
import type { FoundServedTool, SchemaForm, ScopesByName, ServedToolSource, ServerIdentity, ToolGroups } from "../tool-source.js";
import { markIfThere, watchFolder } from "../watch-file.js";

/** The content of `server.json`, beside the server. */
interface ServerFile extends ServerIdentity, Partial<ToolGroups> {
  readonly format: number;
  /** True if there are prompts. */
  readonly prompts?: boolean;
  /** True if there are resources. */
  readonly resources?: boolean;
  /** True if some of them are files. */
  readonly resourceFiles?: boolean;
  /** True if there are skills. */
  readonly skills?: boolean;
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
 * The tools of a generated server: their list in `../bin/tools.json`, and one module each in `../bin/tools`, loaded
 * when it is called.
 */
export function generatedTools({ folder, require }: GeneratedServerTools): ServedToolSource {
  const read = serverFileReader(join(folder, "server.json"));
  const server = read().file;
  const bin = join(folder, "..", "bin");
  const load = reloading(require);
  // Read again for each call, like the list: a build may have removed a tool since.
  const excluded = () => read().excluded;
  const readList = generatedToolsReader(bin);
  const list = (form: SchemaForm) => readList(form, excluded());
  const find = (name: string, hidden: ReadonlySet<string> = new Set()): FoundServedTool => {
    const found = findTool(name, { bin, load, excluded: hidden.size === 0 ? excluded() : new Set([...excluded(), ...hidden]) });
    return found.ok ? { ok: true, tool: found.tool, projectDir: resolve(bin, found.tool.project) } : found;
  };
  const findOnce = looks.onceATurn((name) => find(name));
  return {
    server: identityIn(server),
    list,
    // Printed by a build of toolgen.
    names: () => (JSON.parse(list("canonical").toString("utf8")) as readonly { readonly name: string }[]).map(({ name }) => name),
    groups: () => read().groups,
    find: (name, hidden) => (hidden === undefined ? findOnce(name) : find(name, hidden)),
    ...generatedDocuments({
      folder,
      load,
      hasPrompts: server.prompts === true,
      hasResources: server.resources === true,
      hasFiles: server.resourceFiles === true,
      hasSkills: server.skills === true,
      promptScopes: () => read().file.promptScopes ?? {},
      resourceScopes: () => read().file.resourceScopes ?? {},
    }),
    aliases: () => {
      const index = readToolIndex(bin);
      const without = excluded();
      return index.ok ? Object.fromEntries(Object.entries(index.index.aliases).filter(([, name]) => !without.has(name))) : {};
    },
    scopes: () => {
      const { scopes = {}, promptScopes = {}, resourceScopes = {} } = read().file;
      return [scopes, promptScopes, resourceScopes].flatMap((byName) => Object.values(byName).flat());
    },
    watch: (onChange, everyMs) => {
      const stops = [folder, bin].map((one) => watchFolder(one, (name) => listFiles.has(name), onChange, everyMs));
      return () => {
        for (const stop of stops) stop();
      };
    },
    listMark: () => [folder, bin].flatMap((one) => [...listFiles].map((name) => markIfThere(join(one, name)))).join("\n"),
    audited: () => {
      const index = readToolIndex(bin);
      return index.ok ? { project: resolve(bin, index.index.project), isLoggedByProject: index.index.audit === true } : undefined;
    },
  };
}

/** The files of a build that hold lists. Others in the folders don't matter. */
const listFiles = new Set(["tools.json", "prompts.json", "resources.json", "resource-templates.json", "server.json"]);

/** Leaves absent what the file lacks. */
function identityIn({ name, version, instructions, maxRequestBytes, pageSize }: ServerFile): ServerIdentity {
  return {
    name,
    ...(version !== undefined && { version }),
    ...(instructions !== undefined && { instructions }),
    ...(maxRequestBytes !== undefined && { maxRequestBytes }),
    ...(pageSize !== undefined && { pageSize }),
  };
}

function parseServerFile(json: string): ServerFile {
  // Written by a build of toolgen; the format, which is checked next, says whether that build is compatible.
  const server = JSON.parse(json) as ServerFile;
  if (server.format !== moduleFormat) throw new Error(otherFormat("The server", server.format));
  return server;
}

interface ReadServerFile {
  readonly file: ServerFile;
  readonly groups: ToolGroups;
  readonly excluded: ReadonlySet<string>;
}

/**
 * Returns the same objects while the file's bytes are the same, so that what follows from them is made once. Each call
 * of a tool looks at the file; it is read only if its mark has changed.
 */
function serverFileReader(path: string): () => ReadServerFile {
  let known: (ReadServerFile & { readonly bytes: Buffer }) | undefined;
  let mark = "";
  return () => {
    const now = markIfThere(path);
    if (known !== undefined && now === mark) return known;
    const bytes = readFileSync(path);
    if (known === undefined || !known.bytes.equals(bytes)) {
      const file = parseServerFile(bytes.toString("utf8"));
      const { toolsets = {}, companions = {} } = file;
      known = { bytes, file, groups: { toolsets, companions }, excluded: new Set(file.excluded) };
    }
    mark = now;
    return known;
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
