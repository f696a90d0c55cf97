// npm run docs:pictures [-- --record]: draws docs/images; --record runs the demo first, after `npm run build`.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { overview } from "./pictures/overview.mjs";
import { record } from "./pictures/record.mjs";
import { terminal } from "./pictures/terminal.mjs";
import { root } from "./run.mjs";

const images = join(root, "docs/images");
const recording = join(images, "demo.cast");

if (process.argv.includes("--record")) writeFileSync(recording, await record());
writeFileSync(join(images, "overview.svg"), overview());
writeFileSync(
  join(images, "demo.svg"),
  terminal(readFileSync(recording, "utf8"), {
    title: "A spec with a typo, the fix, a test, a repaired call and a refused one",
    description: "A terminal: a spec is shown, toolgen build reports a typo, and after the fix the tool is built, tested and called.",
  }),
);
