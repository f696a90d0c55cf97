import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { invariant } from "../diagnostics/invariant.js";
import type { OutputFile } from "../emit/output-file.js";

let folder: string | undefined;

/** Puts a handler's bundle into a file, until this process ends, and answers its path. Its errors name the same places as those of the one in the outputs. */
export function handlerFile(
  files: readonly OutputFile[],
  { name, outputDir }: { readonly name: string; readonly outputDir: string },
): string {
  const textOf = (path: string) => {
    const file = files.find((candidate) => candidate.path === path);
    invariant(file !== undefined, `${path} is generated`);
    return file.text;
  };
  const path = join(ownFolder(), name);
  writeFileSync(path, textOf(`bin/handlers/${name}`));
  const map: object = JSON.parse(textOf(`bin/handlers/${name}.map`));
  writeFileSync(`${path}.map`, JSON.stringify({ ...map, sourceRoot: `${pathToFileURL(join(outputDir, "bin/handlers")).href}/` }));
  return path;
}

function ownFolder(): string {
  if (folder !== undefined) return folder;
  const made = mkdtempSync(join(tmpdir(), "toolgen-handlers-"));
  process.once("exit", () => rmSync(made, { recursive: true, force: true }));
  folder = made;
  return made;
}
