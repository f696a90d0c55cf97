import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Model, ToolModel } from "../model/tool.js";
import type { NodePath, SpecDocument } from "../source/spec-node.js";

/** A tool whose author can change it, with its document. */
export interface LintedTool {
  readonly tool: ToolModel;
  readonly document: SpecDocument;
  /** The position of a key or value in the document, or of the nearest that is there. */
  at(path: NodePath, part?: "key" | "value"): NonNullable<Diagnostic["span"]>;
}

/** A rule about one tool. */
export type ToolRule = (linted: LintedTool) => readonly Diagnostic[];

/** A rule about tools together. */
export type ModelRule = (model: Model, tools: readonly LintedTool[]) => readonly Diagnostic[];
