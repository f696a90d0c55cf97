// npm run docs:pictures [-- --record] [-- --screenshots]: draws docs/images; --record runs the demo first, after
// `npm run build`, and --screenshots has the test of the screenshots write them, with Chromium.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { images, pictures, recording } from "./pictures/pictures.mjs";
import { record } from "./pictures/record.mjs";
import { step } from "./run.mjs";

if (process.argv.includes("--record")) writeFileSync(recording, await record());
for (const [name, svg] of Object.entries(pictures())) writeFileSync(join(images, name), svg);
if (process.argv.includes("--screenshots")) {
  process.env.RECORD = "1";
  await step("take screenshots", process.execPath, ["node_modules/vitest/vitest.mjs", "run", "test/clients/page/pictures.test.ts"]);
}
