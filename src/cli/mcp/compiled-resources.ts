import type { ServedToolSource } from "../../mcp-server/tool-source.js";
import type { CompiledResource, ResourceIndex } from "../../runtime/contract/resource.js";
import type { CompiledDocuments } from "./compiled-documents.js";

/** The resources of a compilation, each loaded when it is first read. */
export function compiledResources({ textOf, listOf, load, projectDir }: CompiledDocuments): NonNullable<ServedToolSource["resources"]> {
  // Printed by `resourceFiles`.
  const index = JSON.parse(textOf("mcp/resource-index.json")) as ResourceIndex;
  return {
    hasFiles: JSON.parse(textOf("mcp/server.json")).resourceFiles === true,
    scopes: () => JSON.parse(textOf("mcp/server.json")).resourceScopes ?? {},
    list: () => listOf("mcp/resources.json"),
    listTemplates: () => listOf("mcp/resource-templates.json"),
    index: () => index,
    find: (name) => ({ ok: true, resource: load(`mcp/resources/${name}.cjs`) as CompiledResource, projectDir }),
  };
}
