import { type Definition, msg } from "../define.js";
import { exampleTool } from "./example-tool.js";

/** Mistakes in `elicit`: parameters that users are asked for. */
export const elicitCodes = {
  "elicit-optional": {
    severity: "error",
    message: msg`'${"name"}' can be left out, so the user would never be asked for it.`,
    help: "Add it to `required` of the schema, without a default; or remove it from `elicit`. What a form begins with is `suggest`.",
    explanation:
      "The user is asked for a parameter if a call would be refused because it is missing. `required` at the root of the schema must name it, and it must have no default.",
    example: exampleTool("schema: { properties: { reason: { type: string } } }\ncommand: [echo, '--x={{reason}}']\nelicit: [reason]"),
  },
  "elicit-type": {
    severity: "error",
    message: msg`A form can't ask for '${"name"}': it is not one text, number, boolean or choice of texts, nor several of such a choice.`,
    help: "Give it one of these types, or remove it from `elicit`.",
    explanation:
      "MCP clients show a form with fields for texts, numbers, booleans, and one or several choices from a list of texts. There are no fields for other lists, objects and values with several types.",
    example: exampleTool(
      "schema: { properties: { files: { type: array, items: { type: string } } }, required: [files] }\ncommand: [wc, -l, '{{#each files}}{{this}}{{/each}}']\nelicit: [files]",
    ),
  },
  "elicit-secret": {
    severity: "error",
    message: msg`'${"name"}' is a secret, and a form must not ask for one.`,
    help: "Declare it in `secrets`, which come from the environment; or rename it if it isn't a secret.",
    explanation:
      "The protocol forbids forms that ask for passwords, keys and tokens: clients show what is entered, and may keep it and give it to the model. Secret are parameters with `writeOnly` or the format `password`, and parameters whose name ends with a word such as `password`, `token` or `api_key`.",
    example: exampleTool(
      "schema: { properties: { password: { type: string } }, required: [password] }\nstdin: '{{password}}'\ncommand: [cat]\nelicit: [password]",
    ),
  },
} as const satisfies Record<string, Definition>;
