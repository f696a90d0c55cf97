import { type Definition, msg } from "../define.js";
import { exampleTool } from "./example-tool.js";

/** Mistakes in the keys that declare how arguments are repaired. */
export const repairCodes = {
  "wrap-of-nothing": {
    severity: "error",
    message: msg`'${"target"}' can't be wrapped: it is not an array of objects at the top of the schema.`,
    help: "Name a parameter of `type: array` whose `items` are objects.",
    explanation:
      "The keys of `wrap` are array parameters. Their values are lists of keys of one element, which models send at the top instead.",
    example: exampleTool(
      "schema: { properties: { file: { type: string } } }\nwrap: { file: [name] }\npaths: { file: read }\ncommand: [wc, -l, '{{file}}']",
    ),
  },
  "unknown-element-key": {
    severity: "error",
    message: msg`'${"key"}' is not a key of an element of '${"target"}'.`,
    help: "List keys that `items` declares.",
    explanation: "Keys that `wrap` lists are put into an element of the array, so its schema must declare them.",
    example: exampleTool(
      "schema: { properties: { edits: { type: array, items: { type: object, properties: { line: { type: integer } } } } } }\nwrap: { edits: [lien] }\ncommand: [wc, -l, '--x={{json edits}}']",
    ),
  },
  "repair-name-taken": {
    severity: "error",
    message: msg`'${"name"}' can't stand for '${"target"}': it is a parameter, or another name of one.`,
    help: "Remove it here; a name means one thing.",
    explanation:
      "A build decides what each key means. A parameter's name, or an alias of it, can't also be a key of an element, the end of a range or a text with blocks.",
    example: exampleTool(
      "schema: { properties: { first: { type: integer, minimum: 1 }, count: { type: integer, minimum: 1 }, last: { type: integer, minimum: 1 } } }\ncoerce: { first: { count: count, end: [last] } }\ncommand: [wc, '--first={{first}}', '--count={{count}}', '--last={{last}}']",
    ),
  },
  "key-of-execution": {
    severity: "error",
    message: msg`'${"key"}' is about running a call, and ${"host"} runs this tool.`,
    help: "Leave it out.",
    explanation:
      "toolgen repairs the arguments of a client's own tool (`host`) and decides its risk. The client runs it and returns the result.",
    example: exampleTool("host: pi\nexitCodes: { 1: No lines. }"),
  },
  "coerce-mismatch": {
    severity: "error",
    message: msg`'${"name"}' can't be coerced like this: ${"problem"}.`,
    help: "`lines`, `json` and `path` are for text, `{count, end}` for whole numbers, `{searchReplace}` for an array with a `wrap` of two keys.",
    explanation: "Each form of `coerce` makes a value of one type, and the parameter must be of that type.",
    example: exampleTool("schema: { properties: { file: { type: integer } } }\ncoerce: { file: lines }\ncommand: [wc, -l, '--x={{file}}']"),
  },
} satisfies Record<string, Definition>;
