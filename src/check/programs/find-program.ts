import { archives } from "./archives.js";
import { builds } from "./builds.js";
import { checkers } from "./checkers.js";
import { containers } from "./containers.js";
import { databases } from "./databases.js";
import { editors } from "./editors.js";
import { interpreters } from "./interpreters.js";
import { languages } from "./languages.js";
import { packages } from "./packages.js";
import { plainPrograms } from "./plain.js";
import type { Program } from "./program.js";
import { remotePrograms } from "./remote.js";
import { sessions } from "./sessions.js";
import { shells } from "./shells.js";
import { textTools } from "./text.js";
import { versionControl } from "./version-control.js";
import { wrappers } from "./wrappers.js";

/** The table of programs, by families. */
export const families = {
  Shells: shells,
  "Programs that start another": wrappers,
  "Sessions, terminals and times": sessions,
  Interpreters: interpreters,
  "Other languages": languages,
  "Text and files": textTools,
  "Version control": versionControl,
  Databases: databases,
  "Other machines": remotePrograms,
  "Containers and clusters": containers,
  "Compilers and build tools": builds,
  Packages: packages,
  "Linters, bundlers and test runners": checkers,
  "Archives and keys": archives,
  "Editors and windows": editors,
  "Programs that evaluate nothing": plainPrograms,
} as const satisfies Readonly<Record<string, readonly Program[]>>;

const byName: ReadonlyMap<string, Program> = new Map(
  Object.values(families).flatMap((rows: readonly Program[]) => rows.flatMap((row) => row.names.map((name) => [name, row] as const))),
);

/** The prefix of a program that is beside its spec. */
export const specFolderPrefix = "{{@specDir}}/";

/**
 * Returns the row of a program, also under a path, in capitals on Windows, and with its version: `/usr/bin/perl5.36.0`,
 * `SH.EXE`.
 */
export function findProgram(program: string): Program | undefined {
  return programNames(program)
    .map((name) => byName.get(name))
    .find((row) => row !== undefined);
}

/**
 * The names under which a row may stand for a program, the most exact first. GNU's programs have a `g` before theirs
 * elsewhere.
 */
export function programNames(program: string): readonly string[] {
  if (program.startsWith(specFolderPrefix)) return [];
  const base = basename(program);
  const name = base.replace(/\.(?:exe|cmd|bat|com)$/i, "");
  const names = [base, name, name.replace(/-?[0-9.]+$/, ""), name === base ? name : name.toLowerCase()];
  return [...new Set([...names, ...names.filter((one) => /^g[a-z]{2,}$/.test(one)).map((one) => one.slice(1))])];
}

/** Returns true if a list has a name. A listed name that ends in `*` stands for all that begin like it. */
export const listsName = (list: readonly string[], name: string): boolean =>
  list.some((one) => (one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : name === one));

/** The name of a program without its folder. */
export const basename = (program: string): string => program.slice(Math.max(program.lastIndexOf("/"), program.lastIndexOf("\\")) + 1);
