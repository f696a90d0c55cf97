import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./run.mjs";

/** Each module of `src`, compiled by itself. `npm run build` writes them; users get bundles. */
export const compiledModules = join(root, "node_modules", ".cache", "toolgen-modules");

/** Imports a compiled module by its path in `src`, such as `diagnostics/codes.js`. */
export const importModule = (path) => import(pathToFileURL(join(compiledModules, path)).href);
