// How an application starts the server of an installed bundle, by the package that applications use for it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getMcpConfigForManifest } from "@anthropic-ai/mcpb";

/** The command with what the user entered; `undefined` if something required is missing. */
export async function configOf(folder, userConfig) {
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  return getMcpConfigForManifest({ manifest, extensionPath: folder, systemDirs: {}, userConfig, pathSeparator: "/" });
}
