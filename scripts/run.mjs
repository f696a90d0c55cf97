import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { execa } from "execa";

/** The repository's root. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** Prints a command, runs it with the terminal's own streams, and exits with its exit code if it fails. */
export async function step(title, program, args, options = {}) {
  console.log(`\n> ${title}`);
  const { failed, exitCode, code, shortMessage } = await execa(program, args, { cwd: root, stdio: "inherit", reject: false, ...options });
  if (!failed) return;
  console.error(shortMessage);
  process.exit(exitCode ?? (code === "ENOENT" ? 127 : 1));
}

/** Each module of `src`, compiled by itself. `npm run build` writes them; users get bundles. */
export const compiledModules = join(root, "node_modules", ".cache", "toolgen-modules");

/** Imports a compiled module by its path in `src`, such as `contract/diagnostic-codes.js`. */
export const importModule = (path) => import(pathToFileURL(join(compiledModules, path)).href);
