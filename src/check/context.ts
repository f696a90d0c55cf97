import type { Span } from "../diagnostics/diagnostic.js";
import type { ProjectModel } from "../model/tool.js";
import { locate, type NodePath, nodeAt, type ScalarNode, type SpecDocument } from "../source/spec-node.js";
import type { ToolSpec } from "./language/tool-spec.js";

/** One tool document under check: its readable parts, and their positions. */
export interface ToolContext {
  readonly document: SpecDocument;
  readonly project: ProjectModel;
  /** The document by its shape, without keys that were wrong. */
  readonly spec: ToolSpec;
  /** Returns true if the document has a key, right or wrong. */
  has(key: string): boolean;
  /** Returns the position of a key or its value in the spec. */
  at(path: NodePath, part?: "key" | "value"): Span;
  /** Returns the scalar at a path, for positions inside its text. */
  scalar(path: NodePath): ScalarNode | undefined;
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
