import type { ToolDefinition } from "../contract/definition.js";
import type { PathReason, Problem } from "../contract/problem.js";
import type { Refusal } from "../contract/refusal.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json-value.js";
import { isArray, mapAt, type Steps } from "../json/selector.js";
import { refuse } from "../refusal/refusal.late.js";
import { argumentPath } from "./argument-path.js";
import { checkPath, type PathRequirements } from "./check-path.js";
import { directPath } from "./direct-path.js";
import { protection } from "./protection.js";
import { resolveLinks } from "./resolve-links.js";
import { type PathContext, rootOf } from "./root-of.js";

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
