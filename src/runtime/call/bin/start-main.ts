import { existsSync, writeSync } from "node:fs";
import { cachedRequire } from "./cached-require.js";
import { codeCacheFolder } from "./code-cache-folder.js";

// The entry of generated/bin/call, which runs call.cjs beside it. Both are CommonJS.

/** Identifies the version of `call.cjs` and of the files that it reads later. The bundler fills it in. */
declare const callId: string;

const folder = codeCacheFolder(process.env, callId);
const load = folder !== undefined && existsSync(folder) ? cachedRequire({ folder, bin: __dirname, load: require }) : require;
try {
  load("./call.cjs");
} catch {
  // call.cjs reports all errors of a call, so the file itself is missing or truncated.
  writeSync(2, "generated/bin is incomplete or damaged. Run 'toolgen build' to regenerate it.\n");
  process.exitCode = 70;
}
