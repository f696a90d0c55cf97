import { type Definition, msg } from "../define.js";

/** Mistakes in `library` of toolgen.yaml. */
export const libraryCodes = {
  "unknown-library-tool": {
    severity: "error",
    message: msg`No tool '${"name"}' comes with toolgen.`,
    help: "Correct the name: names begin with `std/`, and docs/library.md lists them. Your own tools aren't listed here.",
    explanation: "`library` lists the tools of toolgen's library that the project uses besides its own.",
    example: "version: 1\nlibrary: [std/raed_file]\n",
  },
  "sandbox-without-folders": {
    severity: "error",
    message: msg`'${"name"}' writes to the folders of its files, which this sandbox doesn't allow.`,
    help: "Write `sandbox: { write: workspace }`.",
    explanation:
      "The library's writing tools replace files by a second file in the same folder, or delete, move and create files. `write: paths` opens a file but not its folder, so such a tool would always fail.",
    example: "version: 1\nlibrary: [std/write_file: { sandbox: { write: paths } }]\n",
  },
} as const satisfies Record<string, Definition>;
