import { msg } from "../define.js";
import { exampleTool } from "./example-tool.js";

/** Mistakes in the examples of a spec. */
export const exampleCodes = {
  "refused-example": {
    severity: "error",
    message: msg`The example '${"name"}' would be refused: ${"problem"}`,
    help: "Correct its `params`, or expect the refusal with `expect: { error: … }`.",
    explanation: "An example's arguments are repaired and validated like a model's, and must be valid then.",
    example: exampleTool(
      "schema: { properties: { file: { type: string } }, required: [file] }\npaths: { file: read }\ncommand: [wc, -l, '{{file}}']\nexamples: [{ name: none, params: {} }]",
    ),
  },
  "bad-example": {
    severity: "error",
    message: msg`The example '${"name"}' can't be tested: ${"problem"}.`,
    help: "Correct it. `toolgen test` must be able to make the call, and its expectations must be possible.",
    explanation:
      "The `given` and `expect` of an example must be possible: files are in the workspace, fake programs have names that can be on PATH, and a refused call has no result.",
    example: exampleTool("command: [wc, -l]\nexamples: [{ name: escape, given: { files: { ../a.txt: x } } }]"),
  },
  "unknown-chosen-tool": {
    severity: "error",
    message: msg`No tool of the project is named '${"tool"}', which \`chooses\` names.`,
    help: "Name a tool of the project, or write `none`: a model shouldn't call any tool for the prompt.",
    explanation:
      "`chooses` in an example is the tool that a model should choose for its prompt instead of the one that the spec is for. `toolgen eval` asks a model. A tool that isn't there can't be chosen.",
    example: exampleTool("command: [wc, -l]\nexamples: [{ prompt: Show me the file., chooses: show_file }]"),
  },
} as const;
