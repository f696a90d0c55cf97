import { isAbsolute, resolve } from "node:path";
import type { PathRule, ToolDefinition } from "../../contract/definition.js";
import { isArray, isJsonObject, type JsonObject, type JsonValue, mapAt, type Steps } from "../../contract/json-value.js";
import type { PathReason, Problem, Refusal } from "../../contract/problem.js";
import type { TextPiece, TextTemplate } from "../../contract/text-template.js";
import { buildText, type PlaceholderScope } from "../build-text.js";
import { isWithin, type PathContext, type Root, resolveLinks, rootOf } from "../paths.js";
import { refuse } from "../refusal.late.js";
import { checkPath, directPath, type PathRequirements, protection } from "./check-path.js";
import { startsPlainly } from "./path-notation.late.js";

/**
 * Checks every path parameter against its rule, with links followed, and returns the arguments with the paths that the
 * program gets. The returned paths no longer contain the links that were followed. A race remains: another process can
 * replace a path by a link before the program opens it.
 */
export function checkPaths(
  definition: Pick<ToolDefinition, "paths" | "project">,
  params: JsonObject,
  context: PathContext,
): { readonly ok: true; readonly params: JsonObject } | Refusal {
  if (definition.paths.length === 0) return { ok: true, params };
  const problems: Problem[] = [];
  const unusable: Problem[] = [];
  const cwd = resolveLinks(context.cwd);
  const writes = definition.paths.some((rule) => rule.access !== "read");
  const protectedAs = writes ? protection({ projectDir: context.projectDir, project: definition.project }) : unprotected;
  const checked = definition.paths.reduce<JsonObject>((current, rule) => {
    const root = rootOf(rule.root, definition.project, context);
    const realRoot = root.dir === context.cwd ? cwd : resolveLinks(root.dir);
    const atRoot = cwd.ok && realRoot.ok && cwd.real === realRoot.real;
    const check = (value: JsonValue, at: Steps): JsonValue => {
      if (value === null) return value;
      if (isArray(value)) return mapAt(value, ["[]"], (element, [index = 0]) => check(element, [...at, index]));
      const found = typeof value === "string" ? checkedPath(value, { rule, root, realRoot, protectedAs }) : notText;
      if (found.ok) return argumentPath({ value: found.path, rootDir: root.dir, atRoot });
      (realRoot.ok ? problems : unusable).push({ code: "bad-path", path: at, value, reason: found.reason });
      return value;
    };
    const changed = mapAt(current, rule.target, check);
    return isJsonObject(changed) ? changed : current;
  }, params);
  if (unusable.length > 0) return refuse(unusable, "unusableFolder");
  return problems.length > 0 ? refuse(problems) : { ok: true, params: checked };
}

type CheckedPath = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly reason: PathReason };

const notText: CheckedPath = { ok: false, reason: { code: "not-text" } };

/**
 * Checks a value, and returns the path that is passed on instead. The path is checked after it was resolved, so it is
 * exactly what was checked.
 */
function checkedPath(value: string, requirements: PathRequirements): CheckedPath {
  const checked = checkPath(value, requirements);
  if (!checked.ok) return checked;
  // Without links and `..`, as most paths are, it is passed on unchanged.
  if (checked.links === 0 && !value.includes("..")) return { ok: true, path: value };
  const path = directPath(value, requirements);
  const again = path === value ? checked : checkPath(path, requirements);
  return again.ok ? { ok: true, path } : again;
}

/** For paths that are only read, because finding the protected paths means following some links. */
const unprotected = () => undefined;

/** A checked path, and the folder in which the program will run. */
interface CheckedArgument {
  readonly value: string;
  readonly rootDir: string;
  /** True if the program runs in that root. */
  readonly atRoot: boolean;
}

/**
 * Returns the path as the program gets it: unchanged, except that it becomes absolute if the program runs elsewhere,
 * and begins with `./` if it could be parsed as an option, a URL, `host:path` or `@file`.
 */
function argumentPath({ value, rootDir, atRoot }: CheckedArgument): string {
  if (isAbsolute(value)) return value;
  if (!atRoot) return rootDir.endsWith("/") ? rootDir + value : `${rootDir}/${value}`;
  // Unicode properties of regular expressions load tables, so ASCII is tested first.
  return !value.includes(":") && (/^[A-Za-z0-9_.]/.test(value) || startsPlainly(value)) ? value : `./${value}`;
}

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
  const paths = rulesIn(cwd, definition.paths);
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
  const wrong = (root: Root) => composedProblem(dir, root, existingFolder) ?? composedProblem(way, root, existingFolder);
  const reason = roots.map(wrong).find((problem) => problem !== undefined);
  if (reason === undefined) return { ok: true, dir: way };
  const names = paths.map((rule) => rule.target[0] ?? "");
  return refuse([{ code: "bad-folder", names, value: built.text, reason }], paths.length > 0 ? "invalidArguments" : "unusableFolder");
}

/** The real path of the folder. */
function folderWay(dir: string, root: Root): string {
  return directPath(`${dir}/`, { root, realRoot: resolveLinks(root.dir) }).replace(/(?<=.)\/$/, "");
}

const existingFolder = { access: "read", type: "directory", mustExist: true } as const;
const anyFile = { access: "read", type: "any", mustExist: false } as const;

/** Returns why a path that a text has made of checked values must not be used under a root. */
function composedProblem(path: string, root: Root, rule: PathRequirements["rule"]): PathReason | undefined {
  const checked = checkPath(path, { rule, root, realRoot: resolveLinks(root.dir), protectedAs: unprotected });
  return checked.ok ? undefined : checked.reason;
}

interface FilePlaces {
  readonly definition: Pick<ToolDefinition, "paths" | "project">;
  readonly context: Omit<PathContext, "cwd">;
  readonly tempDir: string | undefined;
}

/**
 * Refuses an absolute file, named by a text, that is in no bounded root of the parameters in that text: each value was
 * checked alone, and not what the text makes of them. `within` is the root that the file is in. A file without
 * parameters is the author's choice, and one in the call's own folder is the call's.
 */
export function boundFile(
  file: string,
  text: TextTemplate,
  { definition, context, tempDir }: FilePlaces,
): { readonly ok: true; readonly within?: string } | Refusal {
  const rules = rulesIn(text, definition.paths);
  const roots = rules.map((rule) => rootOf(rule.root, definition.project, context)).filter(({ bounded }) => bounded);
  if (roots.length === 0 || (tempDir && isWithin(file, tempDir))) return { ok: true };
  const checked = roots.map((root) => ({ root, reason: composedProblem(file, root, anyFile) }));
  const within = checked.find(({ reason }) => reason === undefined);
  if (within !== undefined) return { ok: true, within: within.root.dir };
  const names = rules.map((rule) => rule.target[0] ?? "");
  return refuse(checked.slice(0, 1).flatMap(({ reason }) => (reason ? [{ code: "bad-file", names, value: file, reason }] : [])));
}

/** The rules of the parameters that a text may print. */
function rulesIn(text: TextTemplate, paths: readonly PathRule[]): readonly PathRule[] {
  const named = new Set(text.flatMap(paramsIn));
  return paths.filter((rule) => named.has(rule.target[0] ?? ""));
}

/** The parameters that a piece of text may print. */
function paramsIn(piece: TextPiece): readonly string[] {
  if (typeof piece === "string") return [];
  if (piece.kind !== "block") return paramOf(piece.ref);
  const { block } = piece;
  const inner = (text: TextTemplate | undefined) => (text ?? []).flatMap(paramsIn);
  if (block.kind === "each") return [...paramOf(block.ref), ...inner(block.body), ...inner(block.otherwise)];
  return [...block.branches.flatMap((branch) => inner(branch.body)), ...inner(block.otherwise)];
}

function paramOf(ref: { readonly from: string; readonly path?: readonly string[] }): readonly string[] {
  return ref.from === "param" ? (ref.path ?? []).slice(0, 1) : [];
}
