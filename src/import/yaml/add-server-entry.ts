import { isMap, parseDocument } from "yaml";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { failed, found, type ImportOutcome } from "../import-outcome.js";
import { printEdited } from "./print-edited.js";
import { styleValue } from "./style-value.js";

/** Adds a server to the text of toolgen.yaml, which may be missing. Comments and all other keys stay. */
export function addServerEntry(
  text: string | undefined,
  { name, entry }: { readonly name: string; readonly entry: JsonObject },
): ImportOutcome<string> {
  const document = parseDocument(text ?? "version: 1\n", { logLevel: "silent", version: "1.2", schema: "core" });
  if (document.errors.length > 0 || !isMap(document.contents)) return failed("toolgen.yaml is not a single YAML document with a map");
  const servers = document.get("mcpServers");
  if (servers !== undefined && servers !== null && !isMap(servers)) return failed("'mcpServers' of toolgen.yaml is not a map");
  const node = document.createNode(entry, { aliasDuplicateObjects: false });
  styleValue(node, 0);
  if (!isMap(servers)) document.set("mcpServers", document.createNode({}));
  const map = document.get("mcpServers");
  // An entry beside others on one line would be hard to read.
  if (isMap(map)) map.flow = false;
  document.setIn(["mcpServers", name], node);
  return found(printEdited(document, text ?? ""));
}
