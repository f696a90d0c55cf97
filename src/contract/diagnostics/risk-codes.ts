import { type Definition, exampleTool, msg } from "../diagnostic.js";

const parameters = "schema: { properties: { file: { type: string }, force: { type: boolean, default: false } }, required: [file] }";
const command = "paths: { file: read }\ncommand: [wc, -l, '{{#if force}}--force{{/if}}', '{{file}}']";
const withRules = (rules: string) => exampleTool(`${parameters}\n${command}\nrisk:\n  rules:\n${rules}`);

/** Mistakes in `scopes`, in `risk.rules`, and in settings of risk. */
export const riskCodes = {
  "bad-scope": {
    severity: "error",
    message: msg`'${"value"}' is not a scope; expected ${"expected"}.`,
    help: "Write each scope by itself, as the authorization server has it: `scopes: [orders:read, refunds:write]`.",
    explanation:
      "A scope of OAuth is a word of printable ASCII (RFC 6749, section 3.3): a token's scopes are written in one text, with spaces between them. A text with a space would be two scopes, and no token could have it.",
    example: exampleTool("command: [wc, -l]\nscopes: ['orders:read refunds:write']"),
  },
  "bad-condition": {
    severity: "error",
    message: msg`This is not a condition on '${"param"}': ${"problem"}.`,
    help: "Write a value, a list of values, or a JSON Schema of the keywords that docs/risk.md lists.",
    explanation:
      "A condition that is a map is a JSON Schema. It is checked for every call without a schema compiler, so `$ref`, `format` and `unevaluated*` aren't supported. A misspelt keyword would let the rule match everything.",
    example: withRules("    - { when: { file: { patern: '^tmp/' } }, level: safe }"),
  },
  "impossible-condition": {
    severity: "error",
    message: msg`'${"param"}' is never ${"wanted"}: ${"because"}.`,
    help: "Correct the value; it is compared with the checked argument, defaults applied.",
    explanation:
      "Values that the parameter's schema refuses never reach a rule, so the rule could not match. A parameter that is required or has a default is never absent. A path is resolved, relative to its root, before it is compared.",
    example: withRules("    - { when: { force: 'yes' }, level: moderate }"),
  },
  "unreachable-rule": {
    severity: "error",
    message: msg`This rule never decides: wherever it matches, ${"earlier"} matches first.`,
    help: "Put the narrower rule first, or remove one of the two.",
    explanation: "The first matching rule of `risk` decides. A rule has no effect if an earlier rule matches all of its calls.",
    example: withRules(
      "    - { when: { force: [true, false] }, level: moderate }\n    - { when: { force: true, file: a.txt }, level: dangerous }",
    ),
  },
  "level-too-low": {
    severity: "warning",
    message: msg`This call stays ${"level"}: ${"because"}.`,
    help: "Leave `level` out of the rule, or make the argument harmless: an enum, a pattern, an option before it.",
    explanation: "Arguments that can be code or options raise a tool's level, and no rule lowers it below that.",
    example: `${exampleTool(`${parameters}\ncode: { file: sh }\ncommand: [sh, -c, '{{file}}']\nrisk: { rules: [{ when: { force: true }, level: safe }] }`)}`,
  },
  "bad-setting": {
    severity: "error",
    message: msg`${"problem"}`,
    help: "Correct it: `confirm` has a word for each level, `risk` a level or an override for each tool (docs/risk.md), `audit` is true (docs/audit.md).",
    explanation:
      "`confirm` and `risk` in toolgen.yaml and in a user's settings decide whether calls are allowed. An unknown word could mean that a call must be refused, so it is never ignored. A project can only turn the audit log on, because the log belongs to the user.",
    example: "version: 1\nconfirm: { moderate: sometimes }\n",
  },
  "unmatched-setting": {
    severity: "warning",
    message: msg`${"what"}: this setting has no effect.`,
    help: "Correct the name, or remove it.",
    explanation:
      "Settings name tools by their names, and arguments by the names in the schema. A setting that matches nothing has no effect.",
    example: "version: 1\nrisk: { no_such_tool: dangerous }\n",
  },
} satisfies Record<string, Definition>;
