import type { ToolModel } from "../../model/tool.js";
import { printTsFiles } from "../print/ts-file.js";
import { type Index, indexFile } from "./index-file.js";
import { printToolTypes } from "./print-tool-types.js";
import { toolFile } from "./tool-file.js";

/** Modules that are to be printed: those of tools, and the index if it changed. */
export interface Modules {
  readonly tools: readonly ToolModel[];
  readonly index: Index | undefined;
}

/** Prints modules, and answers their texts by their paths. */
export type PrintModules = (modules: Modules) => Promise<ReadonlyMap<string, string>>;

/** Prints modules here and now. */
export const printModules: PrintModules = async ({ tools, index }) => {
  const types = tools.length === 0 ? [] : await printToolTypes(tools);
  const files = tools.map((tool, i) => toolFile(tool, types[i] ?? []));
  return printTsFiles(index === undefined ? files : [...files, indexFile(index)]);
};
