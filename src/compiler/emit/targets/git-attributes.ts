import { defineEmitter } from "../../output-file.js";

/**
 * Tells Git that the folder is generated, and keeps line ends as written. Merging the manifest takes the entries of
 * both sides: they say which files a build may delete, and an extra one is harmless. In lists of tools it would bring
 * back a tool that one side has deleted.
 */
export const gitAttributes = defineEmitter({
  name: "git-attributes",
  emit: () => {
    const text = "* text eol=lf linguist-generated\n.toolgen-manifest.json merge=union\n";
    return [{ path: ".gitattributes", text, executable: false }];
  },
});
