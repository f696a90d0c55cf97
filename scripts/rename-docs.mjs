// The table of renamed keys and words in docs/keys.md.
import { importModule } from "./compiled-modules.mjs";

const { renames } = await importModule("check/language/renames.js");

/** Every rename, with the place where the old name stood: `*` is any name or element. */
export const renameRows = () =>
  renames.map(({ kind, of, path, to, since, ...rest }) => ({
    file: of === "spec" ? "a spec" : "toolgen.yaml",
    at: path.join("."),
    from: kind === "word" ? rest.from : path.at(-1),
    to,
    since,
  }));
