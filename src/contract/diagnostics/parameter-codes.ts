import { type Definition, exampleTool, msg } from "../diagnostic.js";

/** Mistakes in a tool's JSON Schema. */
export const schemaCodes = {
  "invalid-schema": {
    severity: "error",
    message: msg`'${"keyword"}' is not valid JSON Schema 2020-12: it ${"problem"}.`,
    help: "Correct it; the keywords are described in JSON Schema 2020-12.",
    explanation: "The schema doesn't meet the meta-schema of JSON Schema 2020-12: a keyword has a value of the wrong form.",
    example: exampleTool("schema: { properties: { file: { type: strng } } }\ncommand: [wc, -l, '--x={{file}}']"),
  },
  "long-number": {
    severity: "error",
    message: msg`${"number"} has more digits than a number holds: it would become ${"changed"}.`,
    help: "Write it as a text, in quotes, and let the parameter be one: `type: [integer, string]`.",
    explanation:
      "JavaScript and most parsers of JSON hold about 16 digits of a number, so a call with a longer ID would name another thing. Only limits such as `maximum` may have more.",
    example: exampleTool("schema: { properties: { id: { enum: [9007199254740993] } } }\ncommand: [wc, -l, '--x={{id}}']"),
  },
  "schema-not-object": {
    severity: "error",
    message: msg`The arguments of a tool are an object, not ${"type"}.`,
    help: "Leave `type` out, and list the parameters under `properties`.",
    explanation: "Every client passes arguments by name: the root of `schema` describes an object.",
    example: exampleTool("schema: { type: array, items: { type: string } }\ncommand: [wc, -l]"),
  },
  "remote-ref": {
    severity: "error",
    message: msg`'${"ref"}' is outside this schema.`,
    help: "Copy its target into `$defs`, and refer to it as `#/$defs/name`.",
    explanation: "A build must give the same result everywhere, so nothing is fetched; `$ref` reaches the schema's own `$defs`.",
    example: exampleTool("schema: { properties: { file: { $ref: 'other.json#/file' } } }\ncommand: [wc, -l, '--x={{file}}']"),
  },
  "nested-id": {
    severity: "error",
    message: msg`A part of a schema can't have an '$id'.`,
    help: "Leave it out, and refer to the part as `#/$defs/name`.",
    explanation:
      "A part with an `$id` is its own document, in which `#` means the part itself. A tool's schema is one document, and clients print and send parts of it.",
    example: exampleTool(
      "schema: { properties: { file: { type: string, $id: 'https://example.org/file' } } }\ncommand: [wc, -l, '--x={{file}}']",
    ),
  },
  "dangling-ref": {
    severity: "error",
    message: msg`'${"ref"}' names nothing in this schema.`,
    help: "Correct the name, or declare it under `$defs`.",
    explanation:
      "A `$ref` is a JSON Pointer into the schema, such as `#/$defs/file`. If its target is missing, clients silently stop validating.",
    example: exampleTool("schema: { properties: { file: { $ref: '#/$defs/file' } } }\ncommand: [wc, -l, '--x={{file}}']"),
  },
  "schema-cycle": {
    severity: "error",
    message: msg`'${"ref"}' leads back to itself through required properties only.`,
    help: "Make a property on the way optional, or remove the cycle.",
    explanation:
      "A schema may contain itself through a property that can be missing. In this cycle every property is required, so no finite value is valid, and the Gemini API refuses it.",
    example: exampleTool(
      "schema:\n  properties: { tree: { $ref: '#/$defs/node' } }\n  $defs: { node: { type: object, properties: { next: { $ref: '#/$defs/node' } }, required: [next] } }\ncommand: [wc, '--x={{json tree}}']",
    ),
  },
  "unportable-parameter": {
    severity: "error",
    message: msg`Model providers refuse '${"name"}' as the name of a parameter.`,
    help: "Use a name of 1 to 64 of the characters A-Z, a-z, 0-9, `_`, `.` and `-`.",
    explanation:
      "Names of parameters, nested ones too, are sent to the model's provider with every request. Anthropic's API takes 1 to 64 of the characters `A-Z`, `a-z`, `0-9`, `_`, `.` and `-`, and one other name makes it refuse the whole request, with all tools in it. `aliases` and `ignore` are never sent, so the names that models write may be anything there.",
    example: exampleTool("schema: { properties: { 'max items': { type: integer } } }\ncommand: [head, '--lines={{json @params}}']"),
  },
  "bad-pattern": {
    severity: "error",
    message: msg`'${"pattern"}' is not a regular expression: ${"problem"}.`,
    help: "Patterns are JavaScript regular expressions with the `u` flag: escape characters with a special meaning.",
    explanation: "JSON Schema uses ECMAScript's regular expressions. If a pattern doesn't compile, clients silently stop validating.",
    example: exampleTool("schema: { properties: { file: { type: string, pattern: '(' } } }\ncommand: [wc, -l, '--x={{file}}']"),
  },
  "slow-pattern": {
    severity: "error",
    message: msg`The ${"what"} '${"pattern"}' ${"problem"}.`,
    help: "Rewrite the pattern so that each text matches in one way only.",
    explanation:
      "A regular expression that backtracks can take hours for a short text, and a model can send that text. Meanwhile a server answers no other call, and no time limit can interrupt it. A build proves for each pattern that its time is proportional to a text's length. Where it grows with a power of the length, `maxLength` beside `pattern` can make it short enough. A pattern that can't be proven to be fast, because of a backreference or its size, is refused too.",
    example: exampleTool("schema: { properties: { name: { type: string, pattern: '^([a-z]+-?)+$' } } }\ncommand: [wc, -l, '--x={{name}}']"),
  },
  "required-undeclared": {
    severity: "error",
    message: msg`'${"name"}' is required, but not declared.`,
    help: "Declare it under `properties`, or remove it from `required`.",
    explanation: "No call could be valid: `required` has a name that `properties` doesn't declare.",
    example: exampleTool("schema: { properties: { file: { type: string } }, required: [flie] }\ncommand: [wc, -l, '--x={{file}}']"),
  },
  "refused-default": {
    severity: "error",
    message: msg`The ${"what"} ${"value"} is refused by its own schema: it ${"problem"}.`,
    help: "Correct the value, or the schema.",
    explanation:
      "The tool gets a default if the model sends no value, the model sees examples, and a form of `elicit` begins with its suggestions. All must be valid.",
    example: exampleTool("schema: { properties: { n: { type: integer, default: five } } }\ncommand: [wc, '--n={{n}}']"),
  },
  "unknown-schema-keyword": {
    severity: "warning",
    message: msg`JSON Schema has no keyword '${"keyword"}': nothing checks it.`,
    help: "Correct it, or begin it with 'x-' if it is yours.",
    explanation: "JSON Schema ignores keywords that it doesn't know, so a misspelt limit limits nothing.",
    example: exampleTool("schema: { properties: { n: { type: integer, minimun: 0 } } }\ncommand: [wc, '--n={{n}}']"),
  },
  "unsatisfiable-schema": {
    severity: "warning",
    message: msg`No value satisfies this schema. '${"keyword"}': ${"reason"}.`,
    help: "Correct the keywords, or remove one of them.",
    explanation:
      "A call that gives the parameter is always refused, and the refusals contradict each other. Options and `type` often disagree: YAML reads `[1.10, 2]` as numbers and `[true, no]` as booleans, so texts need quotes. The options of a list's elements belong into `items`.",
    example: exampleTool("schema: { properties: { n: { type: integer, enum: ['1', '2'] } } }\ncommand: [wc, '--n={{n}}']"),
  },
  "unknown-format": {
    severity: "warning",
    message: msg`The format '${"format"}' is not known: nothing checks it. Known: ${"accepted"}.`,
    help: "Correct it, or use `pattern`.",
    explanation: "JSON Schema ignores formats that a validator doesn't know.",
    example: exampleTool("schema: { properties: { day: { type: string, format: dat } } }\ncommand: [wc, '--x={{day}}']"),
  },
} as const satisfies Record<string, Definition>;

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
