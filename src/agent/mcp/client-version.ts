import { createRequire } from "node:module";

/**
 * The version that servers are told. It is in package.json, which is found by the package's own name, wherever this is
 * bundled to. `mcp-call.cjs`, which has no package beside it, contains the version itself.
 */
export function clientVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)("toolgen/package.json");
  return String(Object(manifest).version);
}
