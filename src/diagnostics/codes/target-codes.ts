import { type Definition, msg } from "../define.js";
import { exampleTool } from "./example-tool.js";

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
  "override-without-spec": {
    severity: "error",
    message: msg`No spec describes pi's own tool '${"name"}'.`,
    help: "Write a spec with this name and `host: pi`, which lists the wrong names that models use for its parameters, or remove the name.",
    explanation: "`overrides` repairs the arguments of pi's own tools, as specs with `host: pi` declare.",
    example: "version: 1\ntargets: { pi: { overrides: [bash] } }\n",
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
