import type { ServerOptions } from "../serve-tools.js";
import type { ServedToolSource } from "../tool-source.js";
import { type ListName, readList, type ServedLists } from "./served-lists.js";

/** Returns the lists of a server as they are now. They are parsed again only if their bytes have changed. */
export function parsedLists(source: ServedToolSource, options: ServerOptions): ServedLists {
  const parsed = new Map<ListName, { readonly bytes: Buffer; readonly list: unknown }>();
  const read = (name: ListName): unknown => {
    const bytes = Buffer.from(readList(name, source, options));
    const cached = parsed.get(name);
    if (cached?.bytes.equals(bytes)) return cached.list;
    const list: unknown = JSON.parse(bytes.toString("utf8"));
    parsed.set(name, { bytes, list });
    return list;
  };
  // Printed by a build of toolgen.
  return {
    tools: (form) => read(`tools ${form}`) as ReturnType<ServedLists["tools"]>,
    prompts: () => read("prompts") as ReturnType<ServedLists["prompts"]>,
    resources: () => read("resources") as ReturnType<ServedLists["resources"]>,
    resourceTemplates: () => read("resourceTemplates") as ReturnType<ServedLists["resourceTemplates"]>,
  };
}
