import { readdirSync } from "node:fs";
import { join } from "node:path";
import { workspacePatterns } from "../../init/workspace-patterns.js";
import { readText } from "./list-folder.js";

/**
 * The folders of a workspace's packages, relative to its root: those that its patterns match and that have a
 * package.json.
 */
export function workspaceFolders(root: string): readonly string[] {
  const patterns = workspacePatterns({
    manifest: readText(join(root, "package.json")),
    pnpm: readText(join(root, "pnpm-workspace.yaml")),
  });
  const matching = (wanted: readonly string[]) => new Set(wanted.flatMap((pattern) => expand(root, "", stepsOf(pattern))));
  const excluded = matching(patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1)));
  const included = matching(patterns.filter((pattern) => !pattern.startsWith("!")));
  return [...included].filter((folder) => !excluded.has(folder)).sort();
}

const stepsOf = (pattern: string) => pattern.split("/").filter((step) => step !== "" && step !== ".");

/** Folders that match the steps of a pattern, in which `*` is any part of a name and `**` any number of folders. */
function expand(root: string, folder: string, [step, ...rest]: readonly string[]): readonly string[] {
  if (step === undefined) return folder !== "" && readText(join(root, folder, "package.json")) !== undefined ? [folder] : [];
  if (step === "..") return [];
  const below = (name: string) => (folder === "" ? name : `${folder}/${name}`);
  if (step === "**") {
    const deeper = foldersIn(join(root, folder)).flatMap((name) => expand(root, below(name), [step, ...rest]));
    return [...expand(root, folder, rest), ...deeper];
  }
  if (!step.includes("*")) return expand(root, below(step), rest);
  const pieces = step.split("*").map((piece) => piece.replaceAll(/[\\^$.|?+()[\]{}]/g, "\\$&"));
  const matcher = new RegExp(`^${pieces.join(".*")}$`);
  return foldersIn(join(root, folder)).flatMap((name) => (matcher.test(name) ? expand(root, below(name), rest) : []));
}

function foldersIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((one) => one.isDirectory() && one.name !== "node_modules" && !one.name.startsWith(".")).map(({ name }) => name);
  } catch {
    return [];
  }
}
