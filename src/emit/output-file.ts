import type { TargetName } from "../model/target-name.js";
import type { Model, ToolModel } from "../model/tool.js";

/** A file to be generated: a path relative to the output folder, its whole text, and whether it is a program. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
  readonly executable: boolean;
  /** The SHA-256 of the text in hex, where it is known without making the text. */
  readonly sha256?: string;
  /** Made of several tools. The manifest holds no hash of it, in which any two branches would conflict. */
  readonly shared?: true;
}

/** Texts of the toolgen package that go into outputs, by name: programs bundled when it was built (`call.cjs`, …), and `templates/…`. `version` is the package's. */
export type Assets = Readonly<Record<string, string>>;

/** A cache of texts that are expensive to print, by what they are made of: a build may reuse those of the one before. */
export interface ModuleCache {
  has(madeOf: string): boolean;
  get(madeOf: string): string | undefined;
  set(madeOf: string, text: string): void;
}

/** Remembers nothing. */
export const noModuleCache: ModuleCache = { has: () => false, get: () => undefined, set: () => {} };

/**
 * Prints something of a tool, in one line, that depends on the tool and the project's settings alone; `what` names it. A build may remember that of the one before, for a tool
 * whose spec is the same, and so never look into the tool.
 */
export type PrintPart = (tool: ToolModel, what: string, print: () => string) => string;

/** Remembers nothing. */
export const printPart: PrintPart = (_tool, _what, print) => print();

/** The caches that a build may use. Outputs are the same without them. */
export interface EmitMeans {
  readonly recall: ModuleCache;
  readonly part: PrintPart;
}

/** A target: from the model to files, without effects. */
export interface Emitter {
  readonly name: string;
  /** The targets of `toolgen.yaml` that it is of: it sees the tools that all of them hold. Without any it sees every tool. */
  readonly targets?: readonly TargetName[];
  emit(model: Model, assets: Assets, means: EmitMeans): readonly OutputFile[] | Promise<readonly OutputFile[]>;
}

/** Declares a target. */
export function defineEmitter(emitter: Emitter): Emitter {
  return emitter;
}
