import { existsSync, readFileSync, writeSync } from "node:fs";
import type { cachedRequire } from "./cached-require.js";
import { codeCacheFolder } from "./code-cache-folder.js";

// The entry of generated/bin/call, which runs call.cjs beside it. Both are CommonJS. Code caches are read by a file of
// its own (cached-call.cjs), because each call runs this program, and few users have a cache.

/** Identifies the version of `call.cjs` and of the files that it reads later. The bundler fills it in. */
declare const callId: string;

/** The files are bundles, which the bundler and the checker of imports don't find here. */
const load: (file: string) => unknown = require;

/**
 * Runs a file beside this one as this module. `require` would look for the file, resolve its links and keep a second
 * module, which costs a quarter of a percent of a call. `_compile` isn't in Node's documentation, but all of its
 * versions have it, and the programs that change modules when they are loaded use it.
 */
function compileHere(name: string): void {
  const { _compile: compile } = module as { _compile?: (text: string, path: string, format: string) => void };
  if (compile === undefined) load(`./${name}`);
  else compile.call(module, readFileSync(`${__dirname}/${name}`, "utf8"), `${__dirname}/${name}`, "commonjs");
}

try {
  const folder = codeCacheFolder(process.env, callId);
  if (folder !== undefined && existsSync(folder)) {
    const cached = load("./cached-call.cjs") as { readonly cachedRequire: typeof cachedRequire };
    cached.cachedRequire({ folder, bin: __dirname, load: require })("./call.cjs");
  } else compileHere("call.cjs");
} catch {
  // call.cjs reports all errors of a call, so a file itself is missing or truncated.
  writeSync(2, "generated/bin is incomplete or damaged. Run 'toolgen build' to regenerate it.\n");
  process.exitCode = 70;
}
