import { createHash } from "node:crypto";
import { defineEmitter, type ModuleCache, type OutputFile, type PrintPart } from "../../output-file.js";
import type { ToolModel } from "../../tool-model.js";
import { fileOfTool, indexFile, runtimeFile, runtimePath, toolFile } from "../print/tool-file.js";
import { toolNames } from "../print/tool-names.js";
import { printToolTypes } from "../print/tool-types.js";

/**
 * A TypeScript module for each tool: the types of its parameters and results, a normaliser, and a class on
 * `toolgen/runtime`. It depends only on its tool, so that only those of changed tools are printed.
 */
export const toolClasses = defineEmitter({
  name: "tool-classes",
  targets: ["classes"],
  emit: async (model, _assets, { recall, part, imports }): Promise<readonly OutputFile[]> => {
    const typesOf = await recallTypes(model.tools, { recall, part });
    return [
      ...model.tools.map((tool) =>
        fileOfTool({
          path: toolNames(tool.name).path,
          tool,
          part,
          imports,
          print: () => toolFile(tool, { types: typesOf(tool), imports }),
        }),
      ),
      { path: runtimePath, text: runtimeFile(), executable: false },
      { path: "tools/index.ts", text: indexFile(model, { imports, part, typesOf }), executable: false, shared: true },
    ];
  },
});

/** The types of each tool, as text. Those that an earlier build printed are reused. */
async function recallTypes(tools: readonly ToolModel[], { recall, part }: { readonly recall: ModuleCache; readonly part: PrintPart }) {
  const keys = new Map(tools.map((tool) => [tool, part(tool, "types", () => keyOfTypes(tool))]));
  const unknown = tools.filter((tool) => !recall.has(keys.get(tool) ?? ""));
  const texts = await printToolTypes(unknown);
  const printed = new Map(unknown.map((tool, i) => [tool, texts[i] ?? ""]));
  for (const [tool, text] of printed) recall.set(keys.get(tool) ?? "", text);
  return (tool: ToolModel): string => printed.get(tool) ?? recall.get(keys.get(tool) ?? "") ?? "";
}

/** A hash of everything that the types of a tool depend on. */
function keyOfTypes({ name, schema, definition }: ToolModel): string {
  return createHash("sha256")
    .update(JSON.stringify(["types", name, schema, definition.mutuallyExclusive, definition.output.schema]))
    .digest("base64url");
}
