import { existsSync, writeSync } from "node:fs";
import type { cachedRequire } from "./cached-require.js";
import { codeCacheFolder } from "./code-cache-folder.js";

// The entry of generated/bin/call, which runs call.cjs beside it. Both are CommonJS. Code caches are read by a file of
// its own (cached-call.cjs), because each call runs this program, and few users have a cache.

/** Identifies the version of `call.cjs` and of the files that it reads later. The bundler fills it in. */
declare const callId: string;

/** The files are bundles, which the bundler and the checker of imports don't find here. */
const load: (file: string) => unknown = require;
try {
  const folder = codeCacheFolder(process.env, callId);
  if (folder !== undefined && existsSync(folder)) {
    const cached = load("./cached-call.cjs") as { readonly cachedRequire: typeof cachedRequire };
    cached.cachedRequire({ folder, bin: __dirname, load: require })("./call.cjs");
  } else load("./call.cjs");
} catch {
  // call.cjs reports all errors of a call, so a file itself is missing or truncated.
  writeSync(2, "generated/bin is incomplete or damaged. Run 'toolgen build' to regenerate it.\n");
  process.exitCode = 70;
}
