// npm run docs:pictures [-- --record]: draws docs/images; --record runs the demo first, after `npm run build`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { images, pictures, recording } from "./pictures/pictures.mjs";
import { record } from "./pictures/record.mjs";

if (process.argv.includes("--record")) writeFileSync(recording, await record());
for (const [name, svg] of Object.entries(pictures())) writeFileSync(join(images, name), svg);
