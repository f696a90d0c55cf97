import { resolve } from "node:path";
import { buildText } from "../command/build-text.js";
import type { PlaceholderScope } from "../command/placeholder-scope.js";
import type { ToolDefinition } from "../contract/definition.js";
import type { PathReason } from "../contract/problem.js";
import type { Refusal } from "../contract/refusal.js";
import { refuse } from "../refusal/refusal.late.js";
import { checkPath } from "./check-path.js";
import { checkPaths } from "./check-paths.js";
import { directPath } from "./direct-path.js";
import { paramsIn } from "./params-in.js";
import { resolveLinks } from "./resolve-links.js";
import { type PathContext, type Root, rootOf } from "./root-of.js";

/**
 * Returns the absolute folder in which the program will run: the workspace, unless the definition has another. A
 * parameter's value in it is relative to that parameter's root, and the result must stay inside that root, even if the
 * author's text continues after the value.
 */
export function resolveCwd(
  definition: Pick<ToolDefinition, "cwd" | "paths" | "project">,
  scope: PlaceholderScope,
  context: Omit<PathContext, "cwd">,
): { readonly ok: true; readonly dir: string } | Refusal {
  const { workspace } = context;
  const { cwd, project } = definition;
  if (cwd === undefined) return { ok: true, dir: workspace };
  // Only the parameters in this text are checked here: the others depend on the folder.
  const named = new Set(cwd.flatMap(paramsIn));
  const paths = definition.paths.filter((rule) => named.has(rule.target[0] ?? ""));
  const checked = checkPaths({ paths, project }, scope.params, { ...context, cwd: workspace });
  if (!checked.ok) return checked;
  const built = buildText(cwd, { ...scope, params: checked.params });
  if (!built.ok) return built;
  if (built.text === undefined || built.text === "") return { ok: true, dir: workspace };

  const dir = resolve(workspace, built.text);
  // A folder without parameters is the author's choice, and may be any.
  const roots =
    paths.length > 0 ? paths.map((rule) => rootOf(rule.root, project, context)) : [{ name: "any", dir: workspace, bounded: false }];
  const way = roots.reduce(folderWay, dir);
  const reason = roots.map((root) => folderProblem(dir, root) ?? folderProblem(way, root)).find((problem) => problem !== undefined);
  if (reason === undefined) return { ok: true, dir: way };
  const names = paths.map((rule) => rule.target[0] ?? "");
  return refuse([{ code: "bad-folder", names, value: built.text, reason }], paths.length > 0 ? "invalidArguments" : "unusableFolder");
}

/** The real path of the folder. */
function folderWay(dir: string, root: Root): string {
  return directPath(`${dir}/`, { root, realRoot: resolveLinks(root.dir) }).replace(/(?<=.)\/$/, "");
}

function folderProblem(dir: string, root: Root): PathReason | undefined {
  const rule = { access: "read", type: "directory", mustExist: true } as const;
  const checked = checkPath(dir, { rule, root, realRoot: resolveLinks(root.dir), protectedAs: () => undefined });
  return checked.ok ? undefined : checked.reason;
}
