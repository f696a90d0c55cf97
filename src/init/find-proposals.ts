import { composeCommands, composeNames } from "./compose-file.js";
import { justfileNames, justRecipes } from "./justfile.js";
import { makefileNames, makeTargets } from "./makefile.js";
import { npmScripts, packageManager } from "./npm-scripts.js";
import type { Entry, Proposal } from "./proposal.js";
import { taskfileNames, taskfileTasks } from "./taskfile.js";
import { nameTools } from "./tool-names.js";
import { readYaml } from "./yaml-text.js";

/** The files whose commands can become tools. */
export const proposingFiles: readonly string[] = ["package.json", ...makefileNames, ...justfileNames, ...taskfileNames, ...composeNames];

interface Surroundings {
  /** Texts of those `proposingFiles` that are there. */
  readonly texts: ReadonlyMap<string, string>;
  /** Names of all files beside them. */
  readonly beside: readonly string[];
}

/** The tools that a project's own commands could be, in the order in which its files name them. */
export function findProposals({ texts, beside }: Surroundings): readonly Proposal[] {
  const manifest = texts.get("package.json");
  return nameTools([
    ...(manifest === undefined ? [] : npmScripts(manifest, { manager: packageManager(manifest, beside) })),
    ...first(texts, makefileNames, makeTargets),
    ...first(texts, justfileNames, justRecipes),
    ...first(texts, taskfileNames, (text, file) => taskfileTasks(readYaml(text), file)),
    ...first(texts, composeNames, (text, file) => composeCommands(readYaml(text), file)),
  ]);
}

/** Each program reads the first file that is there. */
function first(
  texts: ReadonlyMap<string, string>,
  names: readonly string[],
  read: (text: string, file: string) => readonly Entry[],
): readonly Entry[] {
  const file = names.find((name) => texts.has(name));
  return file === undefined ? [] : read(texts.get(file) ?? "", file);
}
