import type { ListToolsResult } from "@modelcontextprotocol/server";
import { filterToolList } from "../filter-tool-list.js";
import type { ServerOptions } from "../serve-tools.js";
import type { SchemaForm, ServedToolSource } from "../tool-source.js";

type Tools = ListToolsResult["tools"];

/** Returns a function that lists tools as they are now. They are parsed again only if their bytes have changed. */
export function listedTools(source: ServedToolSource, options: ServerOptions): (form: SchemaForm) => Tools {
  const parsed = new Map<SchemaForm, { readonly bytes: Buffer; readonly tools: Tools }>();
  return (form) => {
    const bytes = Buffer.from(filterToolList(source, options, form));
    const known = parsed.get(form);
    if (known?.bytes.equals(bytes)) return known.tools;
    // Printed by a build of toolgen.
    const tools = JSON.parse(bytes.toString("utf8")) as Tools;
    parsed.set(form, { bytes, tools });
    return tools;
  };
}
