import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execaSync } from "execa";
import { makeRepository } from "../../kit/git.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));

/** The compilers that are installed beside this file. */
export const compilers = ["typescript-5", "typescript-7"];

/**
 * A repository with the packed package installed, this project's own specs, and the packed compiler's output for them. `prepare` adds
 * to the folder before that.
 */
export function installedProject(prepare?: (folder: string) => void): string {
  const folder = temporaryFolder();
  makeRepository(folder);
  cpSync(join(root, "tools.d"), join(folder, "tools.d"), { recursive: true });
  installPacked(folder);
  prepare?.(folder);
  npx(folder, "toolgen", "build");
  return folder;
}

/**
 * Puts the packed package and its dependencies, as npm installs them, into a folder that has no package.json yet. npm
 * installs them once in a run.
 */
export function installPacked(folder: string): void {
  const installed = join(process.env.TOOLGEN_TEST_FOLDER ?? "", "packed");
  if (!existsSync(installed)) {
    const fresh = mkdtempSync(`${installed}-`);
    installInto(fresh);
    try {
      renameSync(fresh, installed);
    } catch (error) {
      // Another worker has installed it meanwhile.
      if (!existsSync(installed)) throw error;
    }
  }
  mkdirSync(folder, { recursive: true });
  cpSync(installed, folder, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}

/**
 * Packs the package and installs the tarball with npm. What it depends on comes in the versions of this project's own
 * lockfile, so that nothing that was published since changes the result, and from npm's cache where `npm ci` has left it.
 */
function installInto(folder: string): void {
  if (!existsSync(join(root, "dist"))) throw new Error("dist/ is missing: run `npm run build` before these tests, as `npm test` does.");
  const packed = temporaryFolder();
  started("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", packed], root);
  const [tarball = ""] = readdirSync(packed);
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }\n');
  writeFileSync(join(folder, "package-lock.json"), lockedDependencies());
  const quietly = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  started("npm", ["install", ...quietly, join(packed, tarball)], folder);
}

/** This project's lockfile without the project and what only its developers need. npm takes away what the tarball doesn't ask for. */
function lockedDependencies(): string {
  const { packages, ...lock }: { readonly packages: Readonly<Record<string, { readonly dev?: true }>> } = JSON.parse(
    readFileSync(join(root, "package-lock.json"), "utf8"),
  );
  const locked = Object.entries(packages).filter(([path, { dev }]) => path !== "" && !dev);
  return JSON.stringify({ ...lock, packages: { "": {}, ...Object.fromEntries(locked) } });
}

/** Runs `npx` in a folder, and answers what was printed; a failure throws that. */
export function npx(folder: string, ...words: readonly string[]): string {
  // What isn't installed must not come from a registry: there may be anything under that name.
  return started("npx", words, folder, { ...process.env, npm_config_yes: "false" });
}

/** Runs a program of Node's in a folder, and answers what it printed; a failure throws that. */
export function run(folder: string, program: string, ...args: readonly string[]): string {
  return started(process.execPath, [program, ...args], folder);
}

function started(program: string, args: readonly string[], cwd: string, env = process.env): string {
  return execaSync(program, args, { cwd, env, extendEnv: false, stripFinalNewline: false }).stdout;
}

/** Compiles files of a project, after options if any, and all that they import, as strictly as it goes; `typescript-5` or `typescript-7`. */
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
