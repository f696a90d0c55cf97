import type { ToolModel } from "../model/tool.js";
import { defineEmitter, type OutputFile, type Recall } from "./output-file.js";
import type { Index } from "./typescript/index-file.js";
import type { PrintModules } from "./typescript/print-modules.js";
import { toolNames } from "./typescript/tool-names.js";

/**
 * A TypeScript module for each tool: the types of its parameters, a normaliser, and a class on `toolgen/runtime`. A module depends on its tool alone,
 * so that only those of tools that changed are printed; what prints them takes a third of a second to load, and is loaded when there is one.
 */
export const toolClasses = defineEmitter({
  name: "tool-classes",
  emit: async (model, _assets, { recall, print }): Promise<readonly OutputFile[]> => {
    const tools = model.tools.map((tool) => ({ path: toolNames(tool.name).path, madeOf: madeOf(tool), tool }));
    const content: Index = { specs: model.project.specs, tools: model.tools.map(({ name }) => name) };
    const index = { path: "tools/index.ts", madeOf: JSON.stringify([content.specs, content.tools]) };
    const wanted = {
      tools: tools.filter((one) => recall.get(one.madeOf) === undefined).map(({ tool }) => tool),
      index: recall.get(index.madeOf) === undefined ? content : undefined,
    };
    const isNothing = wanted.tools.length === 0 && wanted.index === undefined;
    const printed = isNothing ? new Map<string, string>() : await print(wanted);
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

/** Prints in this thread; what it takes is loaded when it is asked for. */
export const printHere: PrintModules = async (modules) => (await import("./typescript/print-modules.js")).printModules(modules);
