// npm run docs:pictures [-- --record] [-- --screenshots]: draws docs/images; --record runs the demo first, after
// `npm run build`, and --screenshots opens generated/docs in Chromium.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { images, pictures, recording } from "./pictures/pictures.mjs";
import { record } from "./pictures/record.mjs";
import { takeScreenshots } from "./pictures/screenshots.mjs";

if (process.argv.includes("--record")) writeFileSync(recording, await record());
for (const [name, svg] of Object.entries(pictures())) writeFileSync(join(images, name), svg);
if (process.argv.includes("--screenshots")) await takeScreenshots();
