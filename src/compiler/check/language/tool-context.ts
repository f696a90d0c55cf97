import type { JsonObject } from "../../../contract/json-value.js";
import { locate, nodeAt, type SpecDocument, type SpecPositions } from "../../../contract/spec-node.js";
import type { CompiledSchema } from "../../json-schema/compile-schema.js";
import type { ProjectModel } from "../../model.js";
import type { Decoded } from "./shape.js";
import type { toolShape } from "./tool-shape.js";

/** One tool document under check: its readable parts, and their positions. */
export interface ToolContext extends SpecPositions {
  readonly project: ProjectModel;
  /** The document by its shape, without keys that were wrong. */
  readonly spec: ToolSpec;
}

export function toolContext(document: SpecDocument, spec: ToolSpec, project: ProjectModel): ToolContext {
  const root = document.root;
  return {
    document,
    project,
    spec,
    has: (key) => root.kind === "map" && root.entries.some((entry) => entry.key === key),
    at: (path, part) => locate(root, path, part),
    scalar: (path) => {
      const node = nodeAt(root, path);
      return node?.kind === "scalar" ? node : undefined;
    },
  };
}

/** A decoded tool document, without keys that were wrong. */
export type ToolSpec = Partial<Decoded<typeof toolShape>>;

export type RiskSpec = Exclude<NonNullable<ToolSpec["risk"]>, string>;
export type OutputSpec = Exclude<NonNullable<ToolSpec["output"]>, string>;

/** The canonical schema of a tool's arguments, compiled. */
export interface CheckedSchema {
  readonly schema: JsonObject;
  readonly compiled: CompiledSchema;
  /** The language that the spec names in `$schema`, if it does. */
  readonly dialect?: string;
}
