import { type Definition, msg } from "../define.js";

/** Mistakes in prompts and resources. */
export const documentCodes = {
  "prompt-text": {
    severity: "error",
    message: msg`The prompt '${"name"}' has ${"found"} of \`text\` and \`messages\`.`,
    help: "Write `text: …` for one message of the user, or `messages: [{ role: user, text: … }, …]` for several.",
    explanation: "A prompt is one text or a list of messages. `text` is short for a list with one message of the user.",
    example: "prompt: review_change\ndescription: Review the current change.\n",
  },
  "prompt-argument": {
    severity: "error",
    message: msg`The argument '${"name"}' of a prompt can be ${"type"}, and clients send text.`,
    help: "Declare `type: string`, `integer`, `number` or `boolean`.",
    explanation:
      "People type the arguments of a prompt, and MCP sends them as texts. A text is converted to a number or a boolean by the schema; a list or an object can't be sent.",
    example:
      'prompt: review_change\ndescription: Review the current change.\nschema: { properties: { files: { type: array, items: { type: string } } } }\ntext: "Review {{join files \\", \\"}}."\n',
  },
  "duplicate-prompt": {
    severity: "error",
    message: msg`A prompt named '${"name"}' is already declared at ${"first"}.`,
    help: "Rename or remove one of the two.",
    explanation: "Names of prompts are unique in a project, whatever their case: they are also names of files and of slash commands.",
    example:
      "prompt: review\ndescription: Review the change.\ntext: Review it.\n---\nprompt: Review\ndescription: Review all.\ntext: Review all of it.\n",
  },
} as const satisfies Record<string, Definition>;
