import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run.mjs";
import { overview } from "./overview.mjs";
import { terminal } from "./terminal.mjs";

/** The folder of pictures. */
export const images = join(root, "docs/images");

/** The recording that `npm run docs:pictures -- --record` made. */
export const recording = join(images, "demo.cast");

/** Each drawn picture, by its name in docs/images. */
export const pictures = () => ({
  "overview.svg": overview(),
  "demo.svg": terminal(readFileSync(recording, "utf8"), {
    title: "A spec with a typo, the fix, a test, a repaired call and a refused one",
    description: "A terminal: a spec is shown, toolgen build reports a typo, and after the fix the tool is built, tested and called.",
  }),
});
