import type { Model } from "../model/tool.js";

/** A file to be generated: a path relative to the output folder, its whole text, and whether it is a program. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
  readonly executable: boolean;
}

/** Texts of the toolgen package that go into outputs, by name: programs bundled when it was built (`call.cjs`, …), and `templates/…`. */
export type Assets = Readonly<Record<string, string>>;

/** A target: from the model to files, without effects. */
export interface Emitter {
  readonly name: string;
  emit(model: Model, assets: Assets): readonly OutputFile[] | Promise<readonly OutputFile[]>;
}

/** Declares a target. */
export function defineEmitter(emitter: Emitter): Emitter {
  return emitter;
}
