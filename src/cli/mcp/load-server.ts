import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { invariant } from "../../diagnostics/invariant.js";
import type { RunHttp, ServeTools } from "../../mcp-server/server-options.js";
import { packageRoot } from "../package-root.js";

interface ServerProgram {
  readonly serveOverStdio: ServeTools;
  readonly runHttp: RunHttp;
}

/** Loads the program that outputs contain. It includes the MCP SDK, on which this package doesn't depend. */
export function loadServer(): ServerProgram {
  const program = fileURLToPath(new URL("dist/assets/mcp-server.cjs", packageRoot));
  const loaded: unknown = createRequire(import.meta.url)(program);
  invariant(typeof loaded === "object" && loaded !== null && "serveOverStdio" in loaded, "the bundled server exports serveOverStdio");
  // Exported by mcp-main.ts under these types.
  return loaded as ServerProgram;
}
