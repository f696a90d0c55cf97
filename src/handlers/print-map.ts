import { posix } from "node:path";
import type { JsonObject } from "../runtime/json/json-value.js";

/**
 * A source map of esbuild's in the form of the outputs: with the project's files relative to `folder`, and packages
 * without the folders of this machine.
 */
export function printMap(map: string, folder: string): string {
  const { version, sources, names, mappings }: JsonObject = JSON.parse(map);
  const paths = Array.isArray(sources) ? sources.map((source) => printedSource(folder, String(source))) : [];
  return `${JSON.stringify({ version, sources: paths, names, mappings })}\n`;
}

function printedSource(folder: string, source: string): string {
  if (source.includes("toolgen-handler:")) return source.slice(source.indexOf("toolgen-handler:"));
  const path = posix.join(folder, source);
  if (!path.startsWith("../")) return source;
  const inPackages = path.lastIndexOf("node_modules/");
  return posix.relative(folder, inPackages === -1 ? posix.basename(path) : path.slice(inPackages));
}
