import { composeCommands, composeNames } from "./compose-commands.js";
import { justfileNames, justRecipes } from "./justfile.js";
import { makefileNames, makeTargets } from "./makefile.js";
import { nameTools } from "./name-tools.js";
import { npmScripts, type PackageManager, parsePackageJson } from "./npm-scripts.js";
import type { Entry, Proposal } from "./proposal.js";
import { readYaml } from "./read-yaml.js";
import { taskfileNames, taskfileTasks } from "./taskfile.js";

/** The files whose commands can become tools. */
export const proposingFiles: readonly string[] = ["package.json", ...makefileNames, ...justfileNames, ...taskfileNames, ...composeNames];

interface ProjectFiles {
  /** The texts of the existing `proposingFiles`. */
  readonly texts: ReadonlyMap<string, string>;
  /** The program that runs the scripts of package.json. */
  readonly manager: PackageManager;
}

export interface FoundProposals {
  readonly proposals: readonly Proposal[];
  /** A sentence for each entry that was found but isn't proposed, with the reason. */
  readonly notes: readonly string[];
}

interface Source {
  readonly entries: readonly Entry[];
  readonly notes: readonly string[];
}

/** Proposes tools for a project's own commands, in the order of its files. */
export function findProposals({ texts, manager }: ProjectFiles): FoundProposals {
  const yaml = (read: (document: unknown, file: string) => readonly Entry[]) => (text: string, file: string) => {
    const document = readYaml(text);
    return document === undefined ? broken(file, "YAML") : plain(read(document, file));
  };
  const sources = [
    first(texts, ["package.json"], (text, file) =>
      parsePackageJson(text) === undefined ? broken(file, "JSON") : plain(npmScripts(text, { manager })),
    ),
    first(texts, makefileNames, (text, file) => plain(makeTargets(text, file))),
    first(texts, justfileNames, justRecipes),
    first(texts, taskfileNames, yaml(taskfileTasks)),
    first(texts, composeNames, yaml(composeCommands)),
  ];
  const { proposals, unnamed } = nameTools(sources.flatMap(({ entries }) => entries));
  const nameless = unnamed.map(({ entry, file }) => `'${entry}' of ${file}`);
  return {
    proposals,
    notes: [
      ...sources.flatMap(({ notes }) => notes),
      ...(nameless.length === 0 ? [] : [`Left out, because they have no letter or digit for a tool's name: ${nameless.join(", ")}.`]),
    ],
  };
}

const plain = (entries: readonly Entry[]): Source => ({ entries, notes: [] });

const broken = (file: string, language: string): Source => ({
  entries: [],
  notes: [`${file} was left out: it is not valid ${language}.`],
});

/** Each program reads the first existing file. */
function first(texts: ReadonlyMap<string, string>, names: readonly string[], read: (text: string, file: string) => Source): Source {
  const file = names.find((name) => texts.has(name));
  return file === undefined ? plain([]) : read(texts.get(file) ?? "", file);
}
