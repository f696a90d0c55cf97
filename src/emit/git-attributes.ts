import { defineEmitter } from "./output-file.js";

/** Tells Git, and what shows its diffs, that the folder is generated, and keeps line ends as they were written. */
export const gitAttributes = defineEmitter({
  name: "git-attributes",
  emit: () => [{ path: ".gitattributes", text: "* text eol=lf linguist-generated\n", executable: false }],
});
