import { type Definition, msg } from "../define.js";

/** What can be wrong with `library` in toolgen.yaml. */
export const libraryCodes = {
  "unknown-library-tool": {
    severity: "error",
    message: msg`No tool '${"name"}' comes with toolgen.`,
    help: "Correct the name: they begin with `std/`, and docs/library.md lists them. Tools of your own need not be named.",
    explanation: "`library` adds tools that come with toolgen to those that the project's specs declare, each by its name.",
    example: "version: 1\nlibrary: [std/raed_file]\n",
  },
  "sandbox-without-folders": {
    severity: "error",
    message: msg`'${"name"}' writes in the folders of files, which this sandbox keeps closed.`,
    help: "Write `sandbox: { write: workspace }`.",
    explanation:
      "The library's writing tools exchange files whole, which takes a second file in the same folder, or delete, move and make files. `write: paths` opens a file, and not its folder, so such a tool could only fail.",
    example: "version: 1\nlibrary: [std/write_file: { sandbox: { write: paths } }]\n",
  },
} as const satisfies Record<string, Definition>;
