import nodeModule from "node:module";
import { join } from "node:path";
import { endDamaged } from "../../contract/process.js";
import { compiledFolder, isPrivateFolder, userTempFolderPath } from "../../contract/user-file.js";

// The entry of generated/mcp/server.cjs. The server is in serve.cjs beside it, so that Node can keep what it compiles
// of that. Both are CommonJS.

/** The file is a bundle, which the bundler and the checker of imports don't find here. */
const load: (file: string) => unknown = require;

interface ServeFile {
  startServer(): Promise<void>;
}

/** Functions that `node:module` has from Node 22.8 on, and the second from 22.10 on. */
interface CompileCache {
  readonly enableCompileCache?: (folder: string) => void;
  readonly flushCompileCache?: () => void;
}

/** A server has done by then what each start does. */
const startedMs = 3000;

/**
 * Lets Node keep compiled code in a folder that only this user can enter: any other user who could write there could
 * decide what a server runs.
 */
function keepCompiledCode({ enableCompileCache, flushCompileCache }: CompileCache): void {
  const folder = userTempFolderPath(process.env);
  if (enableCompileCache === undefined || process.env.TOOLGEN_COMPILE_CACHE === "0" || folder === undefined) return;
  const compiled = join(folder, compiledFolder);
  if (![folder, compiled].every(isPrivateFolder)) return;
  enableCompileCache(compiled);
  // Node writes at its exit, but many clients kill their servers.
  if (flushCompileCache !== undefined) setTimeout(flushCompileCache, startedMs).unref();
}

try {
  keepCompiledCode(nodeModule as typeof nodeModule & CompileCache);
} catch {
  // A server without it only starts later.
}
try {
  void (load("./serve.cjs") as ServeFile).startServer();
} catch (error) {
  endDamaged("generated/", error);
}
