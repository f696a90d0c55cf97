import { mkdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll } from "vitest";
import { ciSeed } from "../kit/repeat.js";
import { removeTemporaryFolders } from "../kit/temporary-folder.js";

// Vitest runs this before each file, in a process that runs one file at a time. Hooks of a setup file run after those
// of the file itself.
const { CI, TOOLGEN_SEED } = process.env;
if (TOOLGEN_SEED !== undefined) fc.configureGlobal({ seed: Number(TOOLGEN_SEED) });
else if (CI) fc.configureGlobal({ seed: ciSeed });

const folder = join(process.env.TOOLGEN_TEST_FOLDER ?? "", String(process.pid));
mkdirSync(folder, { recursive: true });
process.env.TMPDIR = folder;

afterAll(() => {
  const left = removeTemporaryFolders(folder);
  if (left.length > 0) throw new Error(`toolgen leaves in the folder for temporary files: ${left.join(", ")}`);
});

if (process.env.TOOLGEN_TEST_TIMES !== undefined) {
  const { countStarts, takeCost } = await import("./file-cost.js");
  countStarts();
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from it which fixtures a hook takes.
  afterAll(({}, file) => {
    file.meta.cost = takeCost();
  });
}
