import type { Compilation } from "../../compile.js";
import type { ServedToolSource } from "../../mcp-server/tool-source.js";
import { compiledTools } from "./compiled-tools.js";

/**
 * A source whose compilation can be replaced while a server uses it. Running calls keep the tool that they began with.
 */
export interface CurrentTools {
  readonly source: ServedToolSource;
  replace(compilation: Compilation): void;
}

/**
 * The tools of the newest compilation. Clients learn at the start of a connection whether there are prompts and
 * resources: the first ones that are added to a project are served to the connections after that.
 */
export function currentTools(first: Compilation, projectDir: string, watch: NonNullable<ServedToolSource["watch"]>): CurrentTools {
  let now = compiledTools(first, projectDir);
  const source: ServedToolSource = {
    get server() {
      return now.server;
    },
    get prompts() {
      return now.prompts && prompts;
    },
    get resources() {
      return now.resources && resources;
    },
    list: (form) => now.list(form),
    names: () => now.names(),
    groups: () => now.groups(),
    find: (name, hidden) => now.find(name, hidden),
    aliases: () => now.aliases(),
    scopes: () => now.scopes?.() ?? [],
    audited: () => now.audited?.(),
    watch,
  };
  // A connection keeps these two, so they look at the newest compilation each time.
  const prompts: NonNullable<ServedToolSource["prompts"]> = {
    scopes: () => now.prompts?.scopes() ?? {},
    list: () => now.prompts?.list() ?? emptyList,
    find: (name) => now.prompts?.find(name) ?? { ok: false, message: `There is no prompt named '${name}' any more.` },
  };
  const resources: NonNullable<ServedToolSource["resources"]> = {
    scopes: () => now.resources?.scopes() ?? {},
    get hasFiles() {
      return now.resources?.hasFiles ?? false;
    },
    list: () => now.resources?.list() ?? emptyList,
    listTemplates: () => now.resources?.listTemplates() ?? emptyList,
    index: () => now.resources?.index() ?? emptyIndex,
    find: (name) => now.resources?.find(name) ?? { ok: false, message: `There is no resource named '${name}' any more.` },
  };
  return {
    source,
    replace: (compilation) => {
      now = compiledTools(compilation, projectDir);
    },
  };
}

const emptyList = Buffer.from("[]");
const emptyIndex = { fixed: {}, templates: [] };
