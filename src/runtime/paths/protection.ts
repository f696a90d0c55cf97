import { resolve } from "node:path";
import type { ProjectPaths } from "../contract/definition.js";
import { isInGitDirectory } from "./git-directory.js";
import { foldName, isGitFolder } from "./git-folder.js";
import { resolveLinks, type Walk } from "./resolve-links.js";
import { isWithin } from "./root-of.js";

/** Returns why a path must not be written, to follow "it is"; `undefined` if it may be. */
export type Protection = (target: Walk & { readonly ok: true }) => string | undefined;

/**
 * Returns the paths that no tool may write, whatever its root. Every folder on the way counts, so neither a link to a
 * protected folder nor a protected folder that is itself a link gives access. A path that only passes through one is
 * refused too.
 */
export function protection({ projectDir, project }: { readonly projectDir: string; readonly project: ProjectPaths }): Protection {
  const bases = withRealPath(projectDir);
  const output = bases.flatMap((base) => withRealPath(resolve(base, project.output))).map(foldName);
  const folded = bases.map(foldName);
  const patterns = project.specPatterns.map((source) => new RegExp(source, "i"));
  return (target) => {
    const paths = [...new Set([...target.visited, target.real])].map(foldName);
    if (paths.some((path) => path.split("/").some(isGitFolder))) return "in a .git folder";
    if (isInGitDirectory([...target.visited, target.real])) return "part of a Git directory";
    if (output.some((folder) => paths.some((path) => isWithin(path, folder)))) return "in the folder of generated files";
    const relative = folded.flatMap((base) =>
      paths.filter((path) => isWithin(path, base)).map((path) => path.slice(base.length).replace(/^\//, "")),
    );
    if (relative.includes("toolgen.yaml")) return "the project's toolgen.yaml";
    if (relative.some((path) => isWithin(path, memory))) return "in the folder that records what builds have written";
    return relative.some((path) => patterns.some((pattern) => pattern.test(path))) ? "a tool spec" : undefined;
  };
}

/** Its partial outputs are copied into later builds unchanged. */
const memory = ".toolgen";

/** A folder as it is written and, if that contains links, its real path. */
function withRealPath(dir: string): readonly string[] {
  const walked = resolveLinks(dir);
  return walked.ok && walked.real !== dir ? [dir, walked.real] : [dir];
}
