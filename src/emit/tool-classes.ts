import type { Model, ToolModel } from "../model/tool.js";
import { defineEmitter, type OutputFile, type Recall } from "./output-file.js";
import type { TsFile } from "./print/ts-file.js";
import { indexFile } from "./typescript/index-file.js";
import { printToolTypes } from "./typescript/print-tool-types.js";
import { toolFile } from "./typescript/tool-file.js";
import { toolNames } from "./typescript/tool-names.js";

/**
 * A TypeScript module for each tool: the types of its parameters, a normaliser, and a class on `toolgen/runtime`. A module depends on its tool alone,
 * so that only those of tools that changed are printed; what prints them takes a third of a second to load, and is loaded when there is one.
 */
export const toolClasses = defineEmitter({
  name: "tool-classes",
  emit: async (model, _assets, recall): Promise<readonly OutputFile[]> => {
    const tools = model.tools.map((tool) => ({ path: toolNames(tool.name).path, madeOf: madeOf(tool), tool }));
    const index = { path: "tools/index.ts", madeOf: JSON.stringify([model.project.specs, model.tools.map(({ name }) => name)]) };
    const printed = await print({
      tools: tools.filter((one) => recall.get(one.madeOf) === undefined).map(({ tool }) => tool),
      index: recall.get(index.madeOf) === undefined ? model : undefined,
    });
    return [...tools, index].map(({ path, madeOf }) => ({ path, text: take(madeOf, printed.get(path), recall), executable: false }));
  },
});

/** All of a tool that its module is made of. */
function madeOf({ name, displayName, description, kind, risk, schema, locations, definition, source }: ToolModel): string {
  return JSON.stringify([source.file.path, name, displayName, description, kind, risk, schema, locations, definition]);
}

function take(madeOf: string, printed: string | undefined, recall: Recall): string {
  if (printed === undefined) return recall.get(madeOf) ?? "";
  recall.set(madeOf, printed);
  return printed;
}

interface Wanted {
  readonly tools: readonly ToolModel[];
  readonly index: Model | undefined;
}

/** Prints these modules, and the index of a model, by their paths. */
async function print({ tools, index }: Wanted): Promise<ReadonlyMap<string, string>> {
  const files: readonly TsFile[] = [...(await toolFiles(tools)), ...(index === undefined ? [] : [indexFile(index)])];
  if (files.length === 0) return new Map();
  const { printTsFiles } = await import("./print/ts-file.js");
  return printTsFiles(files);
}

async function toolFiles(tools: readonly ToolModel[]): Promise<readonly TsFile[]> {
  if (tools.length === 0) return [];
  const types = await printToolTypes(tools);
  return tools.map((tool, i) => toolFile(tool, types[i] ?? []));
}
