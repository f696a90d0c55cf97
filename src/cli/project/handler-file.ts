import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { invariant } from "../../diagnostics/invariant.js";
import type { OutputFile } from "../../emit/output-file.js";

let folder: string | undefined;

/**
 * Writes a handler's bundle to a file, which exists until this process ends, and returns its path. Its errors have the
 * same positions as those of the bundle in the outputs.
 */
export function handlerFile(
  files: readonly OutputFile[],
  { name, outputDir }: { readonly name: string; readonly outputDir: string },
): string {
  const textOf = (path: string) => files.find((candidate) => candidate.path === path)?.text;
  const [code, map] = [textOf(`bin/handlers/${name}`), textOf(`bin/handlers/${name}.map`)];
  invariant(code !== undefined, `bin/handlers/${name} is generated`);
  const path = join(handlersFolder(), "handlers", name);
  const sourceRoot = `${pathToFileURL(join(outputDir, "bin/handlers")).href}/`;
  if (map !== undefined) replace(`${path}.map`, JSON.stringify({ ...(JSON.parse(map) as object), sourceRoot }));
  replace(path, code);
  for (const file of ["http.cjs", "proxy.cjs", "warm.cjs", "mcp-call.cjs", "mcp-client.cjs"]) {
    const beside = textOf(`bin/${file}`);
    if (beside !== undefined) replace(join(handlersFolder(), file), beside);
  }
  return path;
}

const written = new Map<string, string>();

/** Calls of one tool run concurrently: none of them may find a half-written handler. */
function replace(path: string, text: string): void {
  if (written.get(path) === text) return;
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
  written.set(path, text);
}

function handlersFolder(): string {
  if (folder !== undefined) return folder;
  const made = mkdtempSync(join(tmpdir(), "toolgen-handlers-"));
  mkdirSync(join(made, "handlers"));
  process.once("exit", () => rmSync(made, { recursive: true, force: true }));
  folder = made;
  return made;
}
