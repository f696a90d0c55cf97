import { type Definition, msg } from "../define.js";

/** Mistakes in `library` and `programs` of toolgen.yaml. */
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
  "known-program": {
    severity: "error",
    message: msg`The table of programs has '${"name"}', and a row of the project can't replace it.`,
    help: "Remove the row. For a subcommand that the table doesn't have, write its name too: `npm run lint`.",
    explanation:
      "`programs` says what a team's own programs do with their arguments. Where the [table](programs.md) has a row, that row decides, so that no project can call code data. Rows for other subcommands of the same program are allowed. They say something only where nothing is known.",
    example: "version: 1\nprograms: { git log: { data: [--author] } }\n",
  },
} as const satisfies Record<string, Definition>;
