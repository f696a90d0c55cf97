import { resolve } from "node:path";
import type { Scope } from "../argv/scope.js";
import { buildText } from "../argv/text.js";
import type { PathRule, Piece, Text, ToolDefinition } from "../definition.js";
import { type Refusal, refuse } from "../refusal.js";
import { show } from "../repair/show.js";
import { type PathContext, type Root, rootOf } from "./bounds.js";
import { checkPaths } from "./check.js";
import { refusalOf } from "./judge.js";
import { walk } from "./walk.js";

/**
 * The absolute folder that the program will run in: the workspace unless the definition says otherwise (SPEC §6). What a parameter puts into
 * it counts from that parameter's root, and the whole stays inside that root, also where the author's text goes on after it.
 */
export function resolveCwd(
  definition: Pick<ToolDefinition, "cwd" | "paths" | "project">,
  scope: Scope,
  context: Omit<PathContext, "cwd">,
): { readonly ok: true; readonly dir: string } | Refusal {
  const { workspace } = context;
  const { cwd, project } = definition;
  if (cwd === undefined) return { ok: true, dir: workspace };
  // Only the parameters in this text are checked here: the others need to know the folder first.
  const named = new Set(cwd.flatMap(paramsIn));
  const paths = definition.paths.filter((rule) => named.has(rule.target[0] ?? ""));
  const checked = checkPaths({ paths, project }, scope.params, { ...context, cwd: workspace });
  if (!checked.ok) return checked;
  const built = buildText(cwd, { ...scope, params: checked.params });
  if (!built.ok) return built;
  if (built.text === undefined || built.text === "") return { ok: true, dir: workspace };

  const dir = resolve(workspace, built.text);
  // A folder that no parameter is part of is the author's, who may choose any.
  const roots =
    paths.length > 0 ? paths.map((rule) => rootOf(rule.root, project, context)) : [{ name: "any", dir: workspace, bounded: false }];
  const reason = roots.map((root) => folderProblem(dir, root)).find((problem) => problem !== undefined);
  return reason === undefined ? { ok: true, dir } : refuse([`${subject(paths)} ${show(built.text, 200)} ${reason}.`]);
}

function folderProblem(dir: string, root: Root): string | undefined {
  const rule = { access: "read", type: "directory", mustExist: true } as const;
  return refusalOf(dir, { rule, root, realRoot: walk(root.dir), protectedAs: () => undefined });
}

function subject(rules: readonly PathRule[]): string {
  const names = rules.map((rule) => `\`${rule.target[0]}\``).join(", ");
  return names === "" ? "The folder to run in," : `The folder to run in, from ${names},`;
}

/** The parameters that a piece of text may print. */
function paramsIn(piece: Piece): readonly string[] {
  if (typeof piece === "string") return [];
  if (piece.kind !== "block") return paramOf(piece.ref);
  const { block } = piece;
  const inner = (text: Text | undefined) => (text ?? []).flatMap(paramsIn);
  if (block.kind === "each") return [...paramOf(block.ref), ...inner(block.body), ...inner(block.otherwise)];
  return [...block.branches.flatMap((branch) => inner(branch.body)), ...inner(block.otherwise)];
}

function paramOf(ref: { readonly from: string; readonly path?: readonly string[] }): readonly string[] {
  return ref.from === "param" ? (ref.path ?? []).slice(0, 1) : [];
}
