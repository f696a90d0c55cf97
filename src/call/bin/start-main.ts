import { readFileSync } from "node:fs";
import { endDamaged } from "../../contract/process.js";

// The entry of generated/bin/call. It runs call.cjs beside it, so that damage to that large file can be reported. Both
// are CommonJS.

/** The file is a bundle, which the bundler and the checker of imports don't find here. */
const load: (file: string) => unknown = require;

interface CallFile {
  answerCall(): void;
  /** The text that its last statement sets. */
  readonly parts?: string;
}

/**
 * Runs call.cjs as this module. `require` would look for the file, resolve its links and keep a second module, which
 * costs a quarter of a percent of a call. `_compile` isn't in Node's documentation, but all of its versions have it,
 * and the programs that change modules when they are loaded use it.
 */
function runCall(): void {
  const path = `${__dirname}/call.cjs`;
  const { _compile: compile } = module as { _compile?: (text: string, path: string, format: string) => void };
  // Files that are read later need it, too.
  if (compile !== undefined) require.cache[path] = module;
  compile?.call(module, readFileSync(path, "utf8"), path, "commonjs");
  const { answerCall, parts } = (compile === undefined ? load(path) : module.exports) as CallFile;
  if (parts === undefined) throw new Error("call.cjs is not complete");
  answerCall();
}

try {
  runCall();
} catch (error) {
  endDamaged("generated/bin", error);
}
