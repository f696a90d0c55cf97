import { type Definition, exampleTool, msg } from "../diagnostic.js";

/** Mistakes in `targets` of toolgen.yaml. */
export const targetCodes = {
  "unknown-selection": {
    severity: "error",
    message: msg`There is no tool or toolset '${"name"}'.`,
    help: "Correct the name: `include` and `exclude` take names of the project's tools and toolsets. `toolgen list` shows the tools.",
    explanation:
      "`include` and `exclude` of a target choose its tools by name. A name that matches nothing would silently leave a tool where it should not be.",
    example: "version: 1\ntargets: { mcp: { exclude: [no_such_tool] } }\n",
  },
  "empty-target": {
    severity: "warning",
    message: msg`The target '${"target"}' has no tools.`,
    help: "Widen `include`, or shorten `exclude`. Without both, the target has every tool.",
    explanation:
      "`include` and `exclude` of a target leave out all of the project's tools, so a client that reads the target's outputs sees no tool.",
    example: "version: 1\ntargets: { mcp: { include: [] } }\n",
  },
  "unknown-skill": {
    severity: "error",
    message: msg`There is no skill for a toolset '${"name"}'.`,
    help: "Correct the name, or remove it. With `each: project` there is one skill, whose description is `targets.skills.description`.",
    explanation:
      "`targets.skills.toolsets` says when a model should use the skill of a toolset. A name that no tool of the target has would be ignored.",
    example: "version: 1\ntargets: { skills: { toolsets: { no_such_toolset: Use it when notes matter. } } }\n",
  },
  "bad-skill-name": {
    severity: "error",
    message: msg`The skill of ${"of"} can't be named '${"name"}': ${"reason"}.`,
    help: "Rename the toolset, leave its tools out by `exclude`, or build one skill with `each: project`.",
    explanation:
      "The name of a skill is that of `server`, a '-' and that of its toolset, in small letters and with '-' for other characters. The specification of Agent Skills allows 64 characters, and each skill is a folder.",
    example: "name: look_up\ndescription: Look up a word.\nkind: read\ntoolsets: [notes_a, notes-a]\ncommand: [wc, -l]\n",
  },
  "bundle-file-refused": {
    severity: "error",
    message: msg`'${"file"}' can't be copied into the target '${"bundle"}': ${"reason"}.`,
    help: "Correct the path, which is relative to the project's root, or leave the tool out of the target.",
    explanation:
      "A bundle is installed without the project, so a build copies the scripts that its tools start, and the files in `files`. They must be text files of at most 1 MiB that don't replace files of the bundle.",
    example: "version: 1\ntargets: { mcpb: { files: [no/such/file.txt] } }\n",
  },
  "bundle-secret": {
    severity: "error",
    message: msg`'${"file"}' must not be published in the target '${"bundle"}': ${"reason"}.`,
    help: "Remove it from `files`. Declare what the tools need under `secrets` in their specs: each user then gives their own value.",
    explanation:
      "Everybody who installs a bundle can read its files. A file counts as secret by its name, such as `.env` or `id_rsa`, or if it contains a private key or an npm token. Templates such as `.env.example` don't.",
    example: "version: 1\ntargets: { mcpb: { files: [.env] } }\n",
  },
  "bundle-without-root": {
    severity: "warning",
    message: msg`In the target '${"bundle"}', the tool '${"tool"}' has no folder '${"root"}'.`,
    help: "Leave the tool out by `exclude` of the target, or bind its paths to `workspace`.",
    explanation:
      "A root in `roots` of toolgen.yaml is a folder of the project. A bundle is installed without the project, so such a folder isn't there, and calls that name a path in it fail.",
    example:
      "name: look_up\ndescription: Look up a word.\nkind: read\nschema: { properties: { file: { type: string } }, required: [file] }\npaths: { file: { access: read, root: data } }\ncommand: [wc, --, '{{file}}']\n",
  },
  "bundle-without-server": {
    severity: "warning",
    message: msg`In the target '${"bundle"}', the MCP server '${"server"}' lacks '${"file"}', which is a part of the project.`,
    help: "List the file in `files` of the target, with all that it reads; start a published package instead; or leave the tools out by `exclude`.",
    explanation:
      "A bundle is installed without the project. toolgen doesn't know which files an MCP server consists of, so it copies only those in `files`.",
    example: exampleTool("mcp: { server: notes, tool: count }"),
  },
} as const satisfies Record<string, Definition>;

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
    example: "a generated/bin/tools.json with <<<<<<< in it",
  },
  "output-extra": {
    severity: "error",
    message: msg`'${"path"}' is no longer produced by any spec.`,
    help: "Run `toolgen build` and commit the result.",
    explanation: "`build --check` found that a build would delete this file, which an earlier build wrote.",
    example: "a spec was deleted and not built",
  },
} as const satisfies Record<string, Definition>;

const review = "Review it with `toolgen diff`. If it is intended, accept it with `toolgen diff --accept` and commit toolgen.lock.";

/** Changes of tools that `toolgen.lock` doesn't hold, and problems of that file. */
export const changeCodes = {
  "breaking-change": {
    severity: "error",
    message: msg`The ${"document"} '${"name"}' has breaking changes. ${"change"}`,
    help: review,
    explanation:
      "Compared with toolgen.lock, calls that worked fail, or results that clients read are different. `build --check` fails, and `build` warns, until someone accepts it.",
    example: "a parameter was removed, and toolgen.lock still has it",
  },
  "riskier-change": {
    severity: "error",
    message: msg`The ${"document"} '${"name"}' has riskier changes. ${"change"}`,
    help: review,
    explanation:
      "Compared with toolgen.lock, calls may do more, or clients ask less before they do it. `build --check` fails, and `build` warns, until someone accepts it.",
    example: "`confirm: true` was removed from the risk of a tool",
  },
  "stale-lock": {
    severity: "error",
    message: msg`'${"path"}' lacks compatible changes of the specs.`,
    help: "Run `toolgen build` and commit the result.",
    explanation: "A build writes compatible changes to toolgen.lock by itself. `build --check` found such changes and writes nothing.",
    example: "a tool was added and not built",
  },
  "unreadable-lock": {
    severity: "error",
    message: msg`Can't read toolgen.lock: ${"reason"}.`,
    help: "Restore the file from version control. After a merge conflict, take one side, and run `toolgen diff`.",
    explanation:
      "toolgen.lock is JSON, written by `toolgen build` and `toolgen diff --accept`. toolgen doesn't replace a lock that it can't read, because the lock says which changes were accepted.",
    example: "a toolgen.lock with <<<<<<< in it",
  },
  "unreadable-record": {
    severity: "error",
    message: msg`Can't read '${"path"}': ${"reason"}.`,
    help: "Restore the file from version control. After a merge conflict, take one side, and import again.",
    explanation:
      "An import writes this file beside its specs. It has what the MCP server declared of their tools, and calls are held to that.",
    example: "a tools.d/notes/.import.json with <<<<<<< in it",
  },
} as const satisfies Record<string, Definition>;
