import type { TargetName } from "../model/target-name.js";
import type { Model, ToolModel } from "../model/tool.js";

/** A file to be generated: a path relative to the output folder, its whole text, and whether it is a program. */
export interface OutputFile {
  readonly path: string;
  /** It may be rendered each time that it is read. */
  readonly text: string;
  readonly executable: boolean;
  /** The SHA-256 of the text in hex. It may be a cached one until the text is rendered. */
  readonly sha256?: string | undefined;
  /**
   * True if it is made from several tools. The manifest contains no hash of it, because any two branches would conflict
   * in that.
   */
  readonly shared?: true;
}

/**
 * Texts of the toolgen package that are copied into outputs, by name: programs bundled when it was built (`call.cjs`,
 * …). `version` is the package's.
 */
export type Assets = Readonly<Record<string, string>>;

/** A cache of texts that are expensive to print, by their inputs: a build may reuse those of an earlier one. */
export interface ModuleCache {
  has(madeOf: string): boolean;
  get(madeOf: string): string | undefined;
  set(madeOf: string, text: string): void;
}

/** Caches nothing. */
export const noModuleCache: ModuleCache = { has: () => false, get: () => undefined, set: () => {} };

/**
 * Prints something about a tool, in one line, that depends only on the tool and the project's settings; `what` names
 * it. For a tool with an unchanged spec, a build may reuse the line of an earlier one without reading the tool.
 */
export type PrintPart = (tool: ToolModel, what: string, print: () => string) => string;

/** Caches nothing. */
export const printPart: PrintPart = (_tool, _what, print) => print();

/** The caches that a build may use. Outputs are the same without them. */
export interface EmitServices {
  readonly recall: ModuleCache;
  readonly part: PrintPart;
}

/** A target: from the model to files, without effects. */
export interface Emitter {
  readonly name: string;
  /**
   * The targets of `toolgen.yaml` that it belongs to: it sees the tools that all of them contain. Without any, it sees
   * every tool.
   */
  readonly targets?: readonly TargetName[];
  emit(model: Model, assets: Assets, means: EmitServices): readonly OutputFile[] | Promise<readonly OutputFile[]>;
}

/** Declares a target. */
export function defineEmitter(emitter: Emitter): Emitter {
  return emitter;
}
