import type { ServedToolSource } from "../../mcp-server/tool-source.js";
import type { Model } from "../../model/tool.js";
import type { CompiledPrompt } from "../../runtime/contract/prompt.js";
import type { CompiledDocuments } from "./compiled-documents.js";

/** The prompts of a compilation, each loaded on its first call. */
export function compiledPrompts(
  { prompts }: Model,
  { textOf, listOf, load, projectDir }: CompiledDocuments,
): NonNullable<ServedToolSource["prompts"]> {
  return {
    scopes: () => JSON.parse(textOf("mcp/server.json")).promptScopes ?? {},
    list: () => listOf("mcp/prompts.json"),
    find: (name) => {
      if (!prompts.some(({ tool }) => tool.name === name)) return { ok: false, message: `There is no prompt named '${name}'.` };
      // Printed by `promptFiles`.
      return { ok: true, prompt: load(`mcp/prompts/${name}.cjs`) as CompiledPrompt, projectDir };
    },
  };
}
