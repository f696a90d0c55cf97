import { createRequire } from "node:module";

/** Loads packages for bundled modules (`bundled-packages.mjs`). */
export const requirePackage = createRequire(import.meta.url);
