import { type FileSystemHost, Project } from "ts-morph";
import type { ModuleAccess } from "../host.js";

/**
 * The file system for TypeScript, which contains only what a handler's bundle may contain, and the files of the folder
 * `declarations`.
 */
export function containedFiles(modules: ModuleAccess, declarations: string): FileSystemHost {
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
