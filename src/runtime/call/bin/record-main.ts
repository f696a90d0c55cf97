import { createRequire } from "node:module";
import { writeFileAtomic } from "../../io/write-file-atomic.js";
import { type CompiledFile, cachedRequire, cacheEntry } from "./cached-require.js";
import { codeCacheFolder } from "./code-cache-folder.js";

// `node code-cache.cjs BIN TOOL` makes a call as BIN/call does, and writes the code caches of all files that it read:
// V8's data has the functions that were compiled until then, those of earlier caches included.

declare const callId: string;

const [node = "", , bin = "", tool = ""] = process.argv;
process.argv = [node, `${bin}/call`, tool];
const folder = codeCacheFolder(process.env, callId);
if (folder === undefined) throw new Error("there is no home folder");
const compiled: CompiledFile[] = [];
process.on("exit", () => {
  for (const { name, source, script } of compiled) writeFileAtomic(`${folder}/${name}`, cacheEntry(source, script.createCachedData()));
});
cachedRequire({ folder, bin, load: createRequire(`${bin}/call`), onCompiled: (file) => compiled.push(file) })("./call.cjs");
