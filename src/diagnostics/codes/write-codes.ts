import { type Definition, msg } from "../define.js";

/** Problems of writing outputs, and differences that `build --check` finds. */
export const writeCodes = {
  "foreign-file": {
    severity: "error",
    message: msg`'${"path"}' is in the way: it was not written by toolgen, and a build would replace it.`,
    help: "Move or delete it, or choose another `output` in toolgen.yaml. If a build wrote it and its manifest was lost, delete the whole output folder and build again. Nothing was written.",
    explanation:
      "A build only replaces and deletes files that its manifest names. Another file has the path of an output, with other contents. " +
      "This also happens when `.toolgen-manifest.json` was deleted: then delete the whole output folder, and the next build writes it again.",
    example: "a hand-written generated/gemini/settings.json",
  },
  "outside-output": {
    severity: "error",
    message: msg`'${"path"}' is a symbolic link: outputs are written to folders and files of the project itself.`,
    help: "Replace the link by a folder or a file. Nothing was written.",
    explanation:
      "A build writes and deletes below the output folder and `.toolgen` alone. If one of these, a folder above or in it, or an output is a symbolic link, " +
      "that could be anywhere on the machine, and a link can come with a pull request.",
    example: "generated/bin -> /usr/local/bin",
  },
  "corrupt-manifest": {
    severity: "error",
    message: msg`'${"path"}' can't be read: ${"reason"}.`,
    help: "Restore the file from version control, or delete the whole output folder and build again. Nothing was written.",
    explanation:
      "The manifest and the journal say which files toolgen wrote and may therefore delete. If they are damaged (edited by hand, truncated), nothing is deleted or written. Merge markers do no harm: a build reads the entries of both sides.",
    example: "a .toolgen-manifest.json that was cut off",
  },
  "newer-manifest": {
    severity: "error",
    message: msg`'${"path"}' has format ${"version"}, written by toolgen ${"compiler"}; this toolgen knows format ${"known"}.`,
    help: "Build with that version of toolgen or a later one.",
    explanation:
      "A newer toolgen wrote the output folder in a format that this version doesn't know. This version doesn't change the folder.",
    example: '{ "version": 2, … } in .toolgen-manifest.json',
  },
  "cannot-write": {
    severity: "error",
    message: msg`Can't write '${"path"}': ${"reason"}.`,
    help: "Free space or correct the permissions, then build again. Files are replaced atomically, and the next build completes this one.",
    explanation:
      "The file system refused a write or a removal: a full disk, a read-only folder, a file where a folder is needed. Every file is replaced by a rename, so each one is either the old or the new one.",
    example: "generated/ on a read-only file system, or a file named generated",
  },
  "cannot-read-output": {
    severity: "error",
    message: msg`Can't read '${"path"}': ${"reason"}.`,
    help: "Correct its permissions, or delete the output folder and build again. Nothing was written.",
    explanation: "A build compares outputs with the files on disk before it writes any. The file system refused to read them.",
    example: "generated/docs with mode 000",
  },
  "other-compiler": {
    severity: "error",
    message: msg`The outputs were written by toolgen ${"theirs"}, this is toolgen ${"ours"}.`,
    help: "Check with the version that wrote them, or run `toolgen build` with this one and commit the result.",
    explanation:
      "Another version may print outputs differently. Other reported differences may come from that, and not from a change of the specs.",
    example: "toolgen 1.3.0 build, committed; toolgen 1.4.0 build --check",
  },
  "output-missing": {
    severity: "error",
    message: msg`'${"path"}' is missing.`,
    help: "Run `toolgen build` and commit the result.",
    explanation: "`build --check` found that a build would create this file.",
    example: "a spec was added and not built",
  },
  "output-changed": {
    severity: "error",
    message: msg`'${"path"}' is not what the specs produce.`,
    help: "Run `toolgen build` and commit the result. Change the specs instead of this file, because a build overwrites it.",
    explanation:
      "`build --check` found that a build would replace this file: a spec was changed and not built, or the output was edited by hand.",
    example: "a spec was changed and not built",
  },
  "output-conflict": {
    severity: "error",
    message: msg`'${"path"}' contains merge conflicts.`,
    help: "Resolve the conflicts of the specs, if any. Then run `toolgen build`, and `git add` the output folder.",
    explanation:
      "Git couldn't merge this output, usually because two branches changed or added a tool at the same place. You don't have " +
      "to resolve it by hand: `toolgen build && git add generated` resolves all conflicts in outputs, also in the manifest.",
    example: "a generated/mcp/tools.json with <<<<<<< in it",
  },
  "output-extra": {
    severity: "error",
    message: msg`'${"path"}' is no longer produced by any spec.`,
    help: "Run `toolgen build` and commit the result.",
    explanation: "`build --check` found that a build would delete this file, which an earlier build wrote.",
    example: "a spec was deleted and not built",
  },
} as const satisfies Record<string, Definition>;
