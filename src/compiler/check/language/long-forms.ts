import type { PathRule } from "../../../contract/definition.js";
import { parseSelector } from "../../../contract/schema-variants.js";
import type { NodePath } from "../../../contract/spec-node.js";
import type { ToolModel } from "../../tool-model.js";
import type { EnvSpec } from "./execution-shapes.js";
import type { OutputSpec, RiskSpec, ToolSpec } from "./tool-context.js";

/**
 * Returns `output` in its long form: `json` is short for `{ format: json }`. A handler may return anything, for which
 * MCP has a format, and so does a server of MCP.
 */
export function longOutput({ output, handler, mcp }: Pick<ToolSpec, "output" | "handler" | "mcp">): OutputSpec {
  const long = typeof output === "string" ? { format: output } : (output ?? {});
  // The progress of a handler is for its user.
  return handler === undefined && mcp === undefined ? long : { format: "mcp", stderr: "ignore", ...long };
}

/** `risk` in its long form. */
export const declaredRisk = ({ risk }: ToolSpec): RiskSpec => (typeof risk === "string" ? { level: risk } : (risk ?? {}));

/** A temporary file of the spec, with the position of its text. */
interface TempFileSource {
  readonly name: string;
  readonly suffix: string;
  readonly path: NodePath;
}

/** The files of `tempFiles`, short form or long. */
export function tempFileTexts({ tempFiles }: ToolSpec): readonly TempFileSource[] {
  return Object.entries(tempFiles ?? {}).map(([name, file]) =>
    typeof file === "string"
      ? { name, suffix: "", path: ["tempFiles", name] }
      : { name, suffix: file.suffix ?? "", path: ["tempFiles", name, "text"] },
  );
}

/** The names of the variables that an `env` sets. */
export const variablesSetByEnv = (env: EnvSpec | undefined): readonly string[] =>
  env !== undefined && "set" in env ? Object.keys(env.set ?? {}) : [];

/** Returns `secrets`, written as a list, or as a map with descriptions. */
export const secretNames = (secrets: ToolSpec["secrets"]): readonly string[] => (isList(secrets) ? secrets : Object.keys(secrets ?? {}));

/** Returns the secrets of a tool with their descriptions; nothing if the spec has none. */
export function describedSecrets(secrets: ToolSpec["secrets"]): Readonly<Record<string, string>> {
  if (isList(secrets)) return Object.fromEntries(secrets.map((name) => [name, ""]));
  return Object.fromEntries(
    Object.entries(secrets ?? {}).map(([name, what]) => [name, typeof what === "string" ? what : (what.description ?? "")]),
  );
}

/** Returns the optional ones, as the key of its definition; nothing if there are none. */
export function optionalSecrets(secrets: ToolSpec["secrets"]): { readonly optionalSecrets?: readonly string[] } {
  const all = isList(secrets) ? [] : Object.entries(secrets ?? {});
  const names = all.flatMap(([name, what]) => (typeof what === "object" && what.optional === true ? [name] : []));
  return names.length === 0 ? {} : { optionalSecrets: names };
}

const isList = (secrets: ToolSpec["secrets"]): secrets is readonly string[] => Array.isArray(secrets);

/** Returns the rules of the parameters that are paths. */
export function lowerPaths(spec: ToolSpec): readonly PathRule[] {
  return Object.entries(spec.paths ?? {}).map(([target, rule]) => {
    const long = typeof rule === "string" ? { access: rule } : rule;
    return {
      target: parseSelector(target),
      access: long.access ?? "readWrite",
      root: long.root ?? "workspace",
      type: long.type ?? "any",
      mustExist: long.mustExist ?? false,
    };
  });
}

/** Returns the parameters that say which file and line a call is about: by default all paths. */
export function lowerLocations(spec: ToolSpec): ToolModel["locations"] {
  const declaredLocations = spec.locations ?? Object.keys(spec.paths ?? {}).map((path) => ({ path, line: undefined }));
  return declaredLocations.map(({ path, line }) => ({
    path: parseSelector(path),
    line: line === undefined ? undefined : parseSelector(line),
  }));
}
