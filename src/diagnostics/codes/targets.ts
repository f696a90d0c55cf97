import { type Definition, msg } from "../define.js";

/** What can be wrong with `targets` in toolgen.yaml. */
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
    message: msg`The target '${"target"}' holds no tool.`,
    help: "Widen `include`, or shorten `exclude`. Leave both out, and the target holds every tool.",
    explanation: "`include` and `exclude` of a target leave none of the project's tools, so a client that reads its outputs sees none.",
    example: "version: 1\ntargets: { mcp: { include: [] } }\n",
  },
  "override-without-spec": {
    severity: "error",
    message: msg`No spec describes pi's own tool '${"name"}'.`,
    help: "Write a spec with this name and `host: pi`, which says by what other names models call its parameters, or take the name out.",
    explanation: "`overrides` repairs the arguments of pi's own tools. How, their specs say: tools with `host: pi`.",
    example: "version: 1\ntargets: { pi: { overrides: [bash] } }\n",
  },
} as const satisfies Record<string, Definition>;
