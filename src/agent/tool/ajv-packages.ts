import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

/**
 * ajv and its formats, each loaded when a schema is first compiled, without waiting as `import()` would. The module
 * that users get requires them by their names (`scripts/public-modules.mjs`), so that bundlers find them.
 */
export const ajvPackages = {
  get ajv(): typeof import("ajv") {
    return load("ajv");
  },
  get ajv2020(): typeof import("ajv/dist/2020.js") {
    return load("ajv/dist/2020.js");
  },
  get formats(): typeof import("ajv-formats") {
    return load("ajv-formats");
  },
};
