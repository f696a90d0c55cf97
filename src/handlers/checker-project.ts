import { dirname, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { Project, type ts } from "ts-morph";
import type { ModuleAccess } from "../host.js";
import { containedFiles } from "./contained-files.js";

/** The declarations of this package, which need not be installed where handlers are. */
export const runtimeTypes = fileURLToPath(new URL("../../dist/runtime/index.d.ts", import.meta.url));
const ownDeclarations = dirname(runtimeTypes) + sep;

interface CheckerProject {
  readonly options: string;
  readonly project: Project;
  /** Says which files the present check may read. */
  modules: ModuleAccess;
}

let last: CheckerProject | undefined;

/**
 * Gives `check` a project without files. The declarations of TypeScript's library and of this package are parsed once
 * in a process, because that takes most of the time of a check.
 */
export function inCheckerProject<T>(options: ts.CompilerOptions, modules: ModuleAccess, check: (project: Project) => T): T {
  const key = JSON.stringify(options);
  const opened = last?.options === key ? last : open(options, key, modules);
  opened.modules = modules;
  // A check that throws may leave it half made.
  last = undefined;
  const result = check(opened.project);
  forgetFiles(opened.project);
  last = opened;
  return result;
}

function open(compilerOptions: ts.CompilerOptions, options: string, modules: ModuleAccess): CheckerProject {
  const access: ModuleAccess = {
    problem: (path, from) => opened.modules.problem(path, from),
    read: (path, from) => opened.modules.read(path, from),
  };
  const fileSystem = containedFiles(access, ownDeclarations);
  const project = new Project({ skipAddingFilesFromTsConfig: true, fileSystem, compilerOptions });
  const opened: CheckerProject = { options, project, modules };
  return opened;
}

/** Forgets all files but the declarations that never change. */
function forgetFiles(project: Project): void {
  const program = project.getProgram().compilerObject;
  for (const file of program.getSourceFiles()) {
    const isLasting = program.isSourceFileDefaultLibrary(file) || file.fileName.startsWith(ownDeclarations);
    if (!isLasting) project.getSourceFile(file.fileName)?.forget();
  }
}
