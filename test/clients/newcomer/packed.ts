import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { freshFolder, makeRepository } from "../../tools.d/repository.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));

/** The compilers that are installed beside this file. */
export const compilers = ["typescript-5", "typescript-7"];

/**
 * A project of somebody who installed the packed package: the files of the tarball, the packages that it depends on and no others,
 * this project's own specs, and what the packed compiler makes of them.
 */
export function installedProject(): string {
  const folder = freshFolder();
  makeRepository(folder);
  cpSync(join(root, "tools.d"), join(folder, "tools.d"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }\n');
  unpack(join(folder, "node_modules", "toolgen"));
  run(folder, join("node_modules", "toolgen", "dist", "cli", "main.js"), "build");
  return folder;
}

function unpack(target: string): void {
  if (!existsSync(join(root, "dist"))) throw new Error("dist/ is missing: run `npm run build` before these tests, as `npm test` does.");
  const packed = freshFolder();
  execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", packed], { cwd: root, stdio: "ignore" });
  mkdirSync(target, { recursive: true });
  execFileSync("sh", ["-c", 'tar -xzf "$0"/*.tgz --strip-components=1 -C "$1"', packed, target]);
  const { dependencies }: { dependencies: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(target, "package.json"), "utf8"),
  );
  for (const name of Object.keys(dependencies)) symlink(join(root, "node_modules", name), join(target, "node_modules", name));
}

function symlink(to: string, from: string): void {
  mkdirSync(dirname(from), { recursive: true });
  symlinkSync(to, from);
}

/** Runs a program of Node's in a folder, and answers what it printed; a failure throws that. */
export function run(folder: string, program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} exited with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

/** Compiles files of a project, and all that they import, as strictly as the issue asks for; `typescript-5` or `typescript-7`. */
export function compileTypeScript(compiler: string, folder: string, outDir: string, ...files: readonly string[]): string {
  const strict = [
    "--strict",
    "--noUncheckedIndexedAccess",
    "--exactOptionalPropertyTypes",
    "--noImplicitOverride",
    "--verbatimModuleSyntax",
  ];
  const modules = ["--module", "nodenext", "--target", "es2022", "--rootDir", "."];
  const program = join(here, "node_modules", compiler, "bin", "tsc");
  return run(folder, program, ...strict, ...modules, "--declaration", "--outDir", outDir, ...files);
}
