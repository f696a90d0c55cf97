import { dirname, resolve } from "node:path";
import type { CallContext } from "../../contract/call.js";
import type { ConfinedPath, Confinement } from "../../contract/confinement.js";
import type { PathRule, ToolDefinition } from "../../contract/definition.js";
import type { JsonObject, JsonValue } from "../../json/json-value.js";
import { isArray, mapAt } from "../../json/selector.js";
import { rootOf } from "../../paths/root-of.js";
import { bundleOf } from "../handler-start.js";

/** Returns the sandbox of a call with these arguments, whose paths are as the program gets them. */
export function sandboxPolicy(definition: ToolDefinition, params: JsonObject, { workspace, projectDir }: CallContext): Confinement {
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
