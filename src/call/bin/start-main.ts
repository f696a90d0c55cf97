import { readFileSync, writeSync } from "node:fs";

// The entry of generated/bin/call. It runs call.cjs beside it, so that damage to that large file can be reported. Both
// are CommonJS.

/** The file is a bundle, which the bundler and the checker of imports don't find here. */
const load: (file: string) => unknown = require;

interface CallFile {
  answerCall(): void;
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
  (load(path) as CallFile).answerCall();
}

try {
  runCall();
} catch {
  // call.cjs reports all errors of a call, so the file itself is missing or truncated.
  writeSync(2, "generated/bin is incomplete or damaged. Run 'toolgen build' to regenerate it.\n");
  process.exitCode = 70;
}
