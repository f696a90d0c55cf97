import { dirname, resolve } from "node:path";
import type { CallContext } from "../call/prepare.js";
import type { PathRule, ProjectPaths, SandboxRules, ToolDefinition } from "../definition.js";
import { bundleOf } from "../handler/handler-start.js";
import type { JsonObject, JsonValue } from "../json.js";
import { rootOf } from "../paths/bounds.js";
import { isArray, mapAt } from "../repair/selector.js";

/** What a call is held to. All folders are absolute. Nothing of it has been looked at yet. */
export interface Confinement {
  readonly rules: SandboxRules;
  readonly workspace: string;
  readonly specDir: string;
  readonly projectDir: string;
  /** Where a handler's bundle is, and what it loads; `undefined` for a program. */
  readonly handlers?: string | undefined;
  readonly project: ProjectPaths;
  /** What the arguments name, each by the rule that it was checked by. */
  readonly paths: readonly ConfinedPath[];
}

export interface ConfinedPath extends Pick<PathRule, "access" | "type"> {
  readonly path: string;
  /** The folder that it must not lead out of by the time it is opened; `undefined`: it has no bound. */
  readonly within: string | undefined;
}

/** The sandbox of a call with these arguments, whose paths are as the program gets them. */
export function confinement(definition: ToolDefinition, params: JsonObject, { workspace, projectDir }: CallContext): Confinement {
  const { sandbox, project, specDir } = definition;
  if (sandbox === undefined) throw new Error(`${definition.name} has no sandbox`);
  const paths = definition.paths.flatMap((rule): readonly ConfinedPath[] => {
    const { dir, bounded } = rootOf(rule.root, project, { workspace, projectDir });
    const within = bounded ? dir : undefined;
    return valuesAt(params, rule).map((value) => ({ path: resolve(dir, value), access: rule.access, type: rule.type, within }));
  });
  const handler = definition.command?.handler;
  const handlers = handler === undefined ? undefined : dirname(dirname(bundleOf(project, handler, { projectDir })));
  return { rules: sandbox, workspace, projectDir, handlers, specDir: resolve(projectDir, specDir), project, paths };
}

function valuesAt(params: JsonObject, { target }: PathRule): readonly string[] {
  const values: string[] = [];
  const collect = (value: JsonValue): JsonValue => {
    if (isArray(value)) value.forEach(collect);
    else if (typeof value === "string" && value !== "") values.push(value);
    return value;
  };
  mapAt(params, target, collect);
  return values;
}
