import { readFileSync } from "node:fs";

/** The folder of toolgen's own package: two above `src/cli`, and above `dist/cli`, in which the command line is bundled. */
export const packageRoot = new URL("../../", import.meta.url);

/** The version in package.json. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("package.json", packageRoot), "utf8"));
  return typeof manifest === "object" && manifest !== null && "version" in manifest ? String(manifest.version) : "unknown";
}
