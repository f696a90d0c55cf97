import type { Model } from "../model/tool.js";
import type { PrintModules } from "./typescript/print-modules.js";

/** A file to be generated: a path relative to the output folder, its whole text, and whether it is a program. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
  readonly executable: boolean;
}

/** Texts of the toolgen package that go into outputs, by name: programs bundled when it was built (`call.cjs`, …), and `templates/…`. */
export type Assets = Readonly<Record<string, string>>;

/** Texts that are dear to print, by what they are made of: a build may remember those of the one before. */
export interface Recall {
  get(madeOf: string): string | undefined;
  set(madeOf: string, text: string): void;
}

/** Remembers nothing. */
export const noRecall: Recall = { get: () => undefined, set: () => {} };

/** What a build may do otherwise than one that stands alone, with the same outputs: remember texts, and have modules printed by another thread. */
export interface EmitMeans {
  readonly recall: Recall;
  readonly print: PrintModules;
}

/** A target: from the model to files, without effects. */
export interface Emitter {
  readonly name: string;
  emit(model: Model, assets: Assets, means: EmitMeans): readonly OutputFile[] | Promise<readonly OutputFile[]>;
}

/** Declares a target. */
export function defineEmitter(emitter: Emitter): Emitter {
  return emitter;
}
