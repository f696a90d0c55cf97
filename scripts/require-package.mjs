import { createRequire } from "node:module";

/** What bundled modules require packages with (`required-packages.mjs`). */
export const requirePackage = createRequire(import.meta.url);
