import { createHash } from "node:crypto";
import type { ToolModel } from "../../model/tool.js";
import { fileOfTool } from "../file-of-tool.js";
import { defineEmitter, type OutputFile } from "../output-file.js";
import type { Index } from "../typescript/index-file.js";
import type { PrintModules } from "../typescript/print-modules.js";
import { toolNames } from "../typescript/tool-names.js";

/**
 * A TypeScript module for each tool: the types of its parameters, a normaliser, and a class on `toolgen/runtime`. A module depends on its tool alone,
 * so that only those of tools that changed are printed; what prints them takes a third of a second to load, and is loaded when there is one.
 */
export const toolClasses = defineEmitter({
  name: "tool-classes",
  targets: ["classes"],
  emit: async (model, _assets, { recall, part, print }): Promise<readonly OutputFile[]> => {
    const tools = model.tools.map((tool) => ({
      path: toolNames(tool.name).path,
      madeOf: part(tool, "class", () => hashOf(madeOf(tool))),
      tool,
    }));
    const content: Index = { specs: model.project.specs, tools: model.tools.map(({ name }) => name) };
    const index = { path: "tools/index.ts", madeOf: JSON.stringify([content.specs, content.tools]) };
    const wanted = {
      tools: tools.filter((one) => !recall.has(one.madeOf)).map(({ tool }) => tool),
      index: recall.has(index.madeOf) ? undefined : content,
    };
    const isNothing = wanted.tools.length === 0 && wanted.index === undefined;
    const printed = isNothing ? new Map<string, string>() : await print(wanted);
    for (const { path, madeOf } of [...tools, index]) {
      const text = printed.get(path);
      if (text !== undefined) recall.set(madeOf, text);
    }
    const textOf = ({ path, madeOf }: Printed) => printed.get(path) ?? recall.get(madeOf) ?? "";
    return [
      ...tools.map((one) => fileOfTool({ path: one.path, tool: one.tool, part, print: () => textOf(one) })),
      { path: index.path, text: textOf(index), executable: false, shared: true },
    ];
  },
});

interface Printed {
  readonly path: string;
  readonly madeOf: string;
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url");

/** All of a tool that its module is made of. */
function madeOf({ name, displayName, description, kind, risk, schema, locations, definition, source }: ToolModel): string {
  return JSON.stringify([source.file.path, name, displayName, description, kind, risk, schema, locations, definition]);
}

/** Prints in this thread; what it takes is loaded when it is asked for. */
export const printHere: PrintModules = async (modules) => (await import("../typescript/print-modules.js")).printModules(modules);
