import { dirname, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type FileSystemHost, Project, type ts } from "ts-morph";
import type { ModuleAccess } from "../../contract/host.js";
import { packageFolder } from "../../contract/node-host.js";

/** The declarations of this package, which need not be installed where handlers are. */
export const runtimeTypes = fileURLToPath(new URL("dist/runtime/index.d.ts", packageFolder()));
const ownDeclarations = dirname(dirname(runtimeTypes)) + sep;

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

/**
 * The file system for TypeScript, which contains only what a handler's bundle may contain, and the files of the folder
 * `declarations`.
 */
function containedFiles(modules: ModuleAccess, declarations: string): FileSystemHost {
  const real = new Project({ skipLoadingLibFiles: true }).getFileSystem();
  const isRefused = (path: string) => !path.startsWith(declarations) && modules.problem(path, "package") !== undefined;
  const contained: Partial<FileSystemHost> = {
    fileExists: async (path) => !isRefused(path) && real.fileExists(path),
    fileExistsSync: (path) => !isRefused(path) && real.fileExistsSync(path),
    // A reference to a path is read whether it exists or not.
    readFile: async (path, encoding) => (isRefused(path) ? "" : real.readFile(path, encoding)),
    readFileSync: (path, encoding) => (isRefused(path) ? "" : real.readFileSync(path, encoding)),
  };
  return Object.assign(Object.create(real) as FileSystemHost, contained);
}
