import type { Result, SourceFile } from "../diagnostics/diagnostic.js";
import { byTarget } from "../model/target-name.js";
import type { Model, ProjectModel } from "../model/tool.js";
import { checkSource, type SourceContext, type SourceResult } from "./check-source.js";
import { checkPromptResources } from "./documents/check-prompt-resources.js";
import { addLibraryTools, type LibraryTool } from "./project/check-library.js";
import { checkChosenTools } from "./rules/check-chosen-tools.js";
import { checkUniqueNames, checkUniquePrompts, checkUniqueUris } from "./rules/unique-names.js";
import { loadBashParser } from "./shell/syntax/bash-parser.js";

/** Checks spec files independently. A version with a cache or with worker threads can replace `checkSources`. */
export type CheckSources = (sources: readonly SourceFile[], context: SourceContext) => Promise<readonly SourceResult[]>;

/** Checks spec files one after the other. */
export const checkSources: CheckSources = async (sources, context) => {
  await loadBashParser([...sources, ...[...context.fragments.values()].map(({ file }) => file)]);
  return sources.map((source) => checkSource(source, context));
};

/**
 * Returns the model of the valid tools, sorted by name, and the problems in and between files. `library` are
 * the tools that come with toolgen.
 */
export function combine(results: readonly SourceResult[], project: ProjectModel, library: readonly LibraryTool[] = []): Result<Model> {
  const claims = results.flatMap((result) => result.claims);
  const added = addLibraryTools(claims, library);
  const all = [...results.flatMap((result) => result.tools), ...added.tools].sort((a, b) => (a.name < b.name ? -1 : 1));
  const tools = all.filter(({ host }) => host === undefined);
  const hosted = all.filter(({ host }) => host !== undefined);
  const prompts = results.flatMap((result) => result.prompts).sort((a, b) => (a.tool.name < b.tool.name ? -1 : 1));
  const resources = results.flatMap((result) => result.resources).sort((a, b) => (a.tool.name < b.tool.name ? -1 : 1));
  const diagnostics = [
    ...[...results, ...library.map(({ result }) => result)].flatMap((result) => result.diagnostics),
    ...checkUniqueNames([...claims, ...added.claims]),
    ...checkUniquePrompts(prompts),
    ...checkUniqueUris(resources),
    ...checkPromptResources(prompts, resources),
    ...checkChosenTools(all, [...claims, ...added.claims]),
  ];
  return [
    { project, tools, hosted, prompts, resources, excluded: byTarget(() => []), handlers: added.handlers, bundledFiles: [] },
    diagnostics,
  ];
}
