import type { Result } from "./diagnostics/diagnostic.js";
import type { Assets, OutputFile } from "./emit/output-file.js";
import type { Host } from "./host.js";
import type { Model } from "./model/tool.js";

/** A project compiled: the checked model, and what is to be written below `model.project.output`. */
export interface Compilation {
  readonly model: Model;
  readonly files: readonly OutputFile[];
}

/**
 * Compiles the project at the host's root. `files` is empty when there are errors.
 */
export async function compile(_host: Host, _assets: Assets): Promise<Result<Compilation>> {
  throw new Error("being written");
}
