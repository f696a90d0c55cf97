import { type Definition, exampleTool, msg } from "../diagnostic.js";

/** Mistakes in the keys of a spec or of toolgen.yaml. */
export const specCodes = {
  "not-a-spec": {
    severity: "error",
    message: msg`A spec is a map of keys to values.`,
    help: "Begin with `name: …`, `description: …`, `kind: …` and `command: …`.",
    explanation: "A document of a spec file is a list, a single value, or a map without any key of the language.",
    example: "- name: count_lines\n",
  },
  "unknown-key": {
    severity: "error",
    message: msg`Unknown key '${"key"}'.`,
    help: "Correct or remove it; keys that begin with 'x-' are yours. `toolgen schema` prints every key.",
    explanation: "An unknown key is always an error. If a misspelt key were ignored, a tool could lack a limit that its author intended.",
    example: exampleTool("command: [wc, -l]\ntimeuot: 5s"),
  },
  "missing-key": {
    severity: "error",
    message: msg`The key '${"key"}' is missing: ${"description"}`,
    help: "Add it.",
    explanation: "Some keys have no sensible default. A tool needs `name`, `description`, `kind` and one key that says what runs it.",
    example: "name: count_lines\ndescription: Count lines.\ncommand: [wc, -l]\n",
  },
  "wrong-compiler": {
    severity: "error",
    message: msg`This project needs toolgen ${"range"}; this is toolgen ${"version"}.`,
    help: "Install a version that `toolgen` in toolgen.yaml allows, or change that range.",
    explanation:
      "`toolgen` in toolgen.yaml is the range of compilers that may build the project. Nothing else is reported: another compiler may know keys that this one doesn't.",
    example: 'version: 1\ntoolgen: ">=99"\n',
  },
  "wrong-type": {
    severity: "error",
    message: msg`Expected ${"expected"}; found ${"found"}.`,
    help: "Write the value in the form that the key takes. `toolgen schema` prints every key and its form.",
    explanation: "A value has another YAML type than its key takes: a list instead of a map, or a number instead of true or false.",
    example: exampleTool("command: [wc, -l]\naliases: [path, file]"),
  },
  "not-yet": {
    severity: "error",
    message: msg`'${"key"}' is part of the language, but this version of toolgen doesn't build it yet.`,
    help: "Leave it out, or wait for the version that builds it.",
    explanation:
      "The language has keys that this version doesn't build. Such a key is refused rather than ignored: otherwise you would notice the missing target or script only when you need it.",
    example: exampleTool("shell: { pwsh: Get-Date }"),
  },
  "bad-value": {
    severity: "error",
    message: msg`'${"value"}' is not valid here: expected ${"expected"}.`,
    help: "Write the value in the form that the key takes.",
    explanation:
      "The value is text, as it should be, but not in the form that its key takes: an environment variable's name, a folder, a version.",
    example: exampleTool("command: [wc, -l]\nenv: [MY-VAR]"),
  },
  "unknown-value": {
    severity: "error",
    message: msg`Unknown value '${"value"}'; accepted: ${"accepted"}.`,
    help: "Choose one of the accepted words.",
    explanation: "The key takes one of a few words, and this isn't one of them.",
    example: exampleTool("command: [wc, -l]\noutput: { keep: middle }"),
  },
  "unknown-kind": {
    severity: "error",
    message: msg`Unknown kind '${"value"}'; accepted: ${"accepted"}.`,
    help: "Choose the kind of the most harmful thing that the tool does; `other` if no kind fits.",
    explanation: "Clients decide permissions by a tool's kind. The kinds are the same as in Gemini CLI.",
    example: "name: count_lines\ndescription: Count lines.\nkind: raed\ncommand: [wc, -l]\n",
  },
  "unknown-risk": {
    severity: "error",
    message: msg`Unknown risk level '${"value"}'; accepted: ${"accepted"}.`,
    help: "Choose `safe` for a tool that only reads, `moderate` for changes that can be undone, `dangerous` for everything else.",
    explanation: "A tool's risk has three levels. The policies of all clients follow from them.",
    example: exampleTool("command: [wc, -l]\nrisk: high"),
  },
  "unknown-language": {
    severity: "error",
    message: msg`Unknown language '${"value"}'; accepted: ${"accepted"}.`,
    help: "Choose the language in which the parameter's value is written; `other` if it isn't in the list. `sh` is for everything that a shell reads.",
    explanation:
      "`code` says in which language a value is a program, and the language decides the least risk of the tool. The list is closed, so that a misspelt language can't lower the risk.",
    example: exampleTool(`schema: { properties: { script: { type: string } } }\ncommand: [sh, -c, '{{script}}']\ncode: { script: shell }`),
  },
  "bad-name": {
    severity: "error",
    message: msg`'${"value"}' can't be a tool's name: expected ${"expected"}.`,
    help: "Use letters, digits and '_', such as `search_text`.",
    explanation: "Clients put a prefix before a tool's name and pass the rest on unchanged, and model APIs refuse other characters.",
    example: "name: count-lines\ndescription: Count lines.\nkind: read\ncommand: [wc, -l]\n",
  },
  "name-too-long": {
    severity: "error",
    message: msg`The name has ${"length"} characters; the limit is 48.`,
    help: "Shorten it.",
    explanation:
      "Model APIs accept names of up to 64 characters, and clients put a prefix such as `discovered_tool_` before a tool's name.",
    example: `name: ${"count_lines_".repeat(5)}\ndescription: Count lines.\nkind: read\ncommand: [wc, -l]\n`,
  },
  "prefixed-name-too-long": {
    severity: "error",
    message: msg`MCP clients call it '${"name"}', which has ${"length"} characters; the limit is 64.`,
    help: "Shorten the tool's name, or `server` in toolgen.yaml.",
    explanation:
      "MCP clients put the server's name before a tool's, as in `mcp__SERVER__TOOL`, and `mcp__plugin_SERVER_tools__TOOL` in the target `claude-plugin`. Model APIs accept names of up to 64 characters. Some clients don't shorten names, and then the API refuses every request of the session. If a target leaves a tool out, the tool has no such name in that target.",
    example: `name: ${"count_lines_".repeat(3)}of_files\ndescription: Count lines.\nkind: read\ncommand: [wc, -l]\n`,
  },
  "duplicate-tool": {
    severity: "error",
    message: msg`A tool named '${"name"}' is already declared at ${"first"}.`,
    help: "Rename or remove one of the two. `library` can leave a tool out.",
    explanation:
      "Names are unique in a project, whatever their case. If two tools have the same name, clients silently keep the last. A tool of the project " +
      "doesn't replace one that `library` in toolgen.yaml adds.",
    example: `${exampleTool("command: [wc, -l]")}---\n${exampleTool("command: [wc, -l]")}`,
  },
  "similar-tool": {
    severity: "error",
    message: msg`'${"name"}' differs from '${"other"}', declared at ${"first"}, only in case and underscores.`,
    help: "Give one of the two a name that says how they differ.",
    explanation: "Models confuse such names, and both tools would be the same class (`GetPageTool`) in the same file.",
    example: `${exampleTool("command: [wc, -l]")}---\n${exampleTool("command: [wc, -l]").replace("count_lines", "countLines")}`,
  },
  "duplicate-name-alias": {
    severity: "error",
    message: msg`'${"name"}' already names a tool, at ${"first"}.`,
    help: "Remove one of the two.",
    explanation: "An alias can stand for one tool only, and can't be the name of another tool.",
    example: `${exampleTool("command: [wc, -l]")}---\nname: other\ndescription: d\nkind: read\nnameAliases: [count_lines]\ncommand: [wc, -l]\n`,
  },
  "empty-description": {
    severity: "error",
    message: msg`This text is empty: expected ${"expected"}.`,
    help: "Say what the tool is for, what it isn't for, and what it returns. A model chooses tools by their descriptions.",
    explanation: "A description, or another text for people or models, must contain some words.",
    example: 'name: count_lines\ndescription: ""\nkind: read\ncommand: [wc, -l]\n',
  },
  "cut-by-comment": {
    severity: "warning",
    message: msg`The text ends here: YAML takes what follows '#' for a comment.`,
    help: "Put the whole text in quotes. If it is a comment, put it on its own line, or two spaces after the text: `  # …`.",
    explanation:
      "In a text without quotes, ' #' begins a comment, and the rest of the line is silently lost. Only arguments, and texts that users and models read, are checked.",
    example: "name: count_lines\ndescription: Count # of lines\nkind: read\ncommand: [wc, -l]\n",
  },
  "bad-duration": {
    severity: "error",
    message: msg`'${"value"}' is not a duration; expected ${"expected"}.`,
    help: "Write the unit out: `timeout: 90s`. A bare number could be seconds or milliseconds.",
    explanation: "Durations are written with their unit. The longest is 24 days; there is no `never`.",
    example: exampleTool("command: [wc, -l]\ntimeout: 90"),
  },
  "bad-size": {
    severity: "error",
    message: msg`'${"value"}' is not a size; expected ${"expected"}.`,
    help: "Write the unit out: `maxBytes: 50kB`.",
    explanation: "Sizes are written with their unit. kB, MB and GB are powers of 1000; KiB and MiB are powers of 1024.",
    example: exampleTool("command: [wc, -l]\noutput: { maxBytes: 5000 }"),
  },
  "bad-exit-code": {
    severity: "error",
    message: msg`'${"value"}' is not an exit code; expected ${"expected"}.`,
    help: "List the codes one by one.",
    explanation: "A process ends with a code from 0 to 255.",
    example: exampleTool("command: [wc, -l]\nexitCodes: { 256: Too many. }"),
  },
  "bad-version-range": {
    severity: "error",
    message: msg`'${"value"}' is not a range of versions; expected ${"expected"}.`,
    help: "Write it as npm does: `>=13`, `^1.5 || ^2`, `1.x`; `*` for any version.",
    explanation: "`requires` compares versions by the rules of npm's ranges.",
    example: exampleTool("command: [wc, -l]\nrequires: { wc: newer than 8 }"),
  },
  "unknown-parameter": {
    severity: "error",
    message: msg`There is no parameter '${"name"}'.`,
    help: "Name a parameter that `schema` declares; `edits[].path` names a property of an array's elements.",
    explanation: "A key of the spec names a parameter that the schema doesn't declare.",
    example: exampleTool("schema: { properties: { file: { type: string } } }\npaths: { flie: read }\ncommand: [wc, -l, '{{file}}']"),
  },
  "not-a-string": {
    severity: "error",
    message: msg`'${"name"}' is not a string.`,
    help: "Name a string, or an array of strings.",
    explanation: "`paths` and `code` are about strings: a number or an object is neither a path nor a program.",
    example: exampleTool("schema: { properties: { n: { type: integer } } }\npaths: { n: read }\ncommand: [wc, '--n={{n}}']"),
  },
  "unknown-root": {
    severity: "error",
    message: msg`There is no root '${"root"}'; accepted: ${"accepted"}.`,
    help: "Declare it under `roots` in toolgen.yaml.",
    explanation:
      "A path is bound to a root by name. `workspace` is the folder in which the client was started. The project declares all others.",
    example: exampleTool(
      "schema: { properties: { file: { type: string } } }\npaths: { file: { access: read, root: data } }\ncommand: [wc, -l, '{{file}}']",
    ),
  },
  "unknown-fragment": {
    severity: "error",
    message: msg`There is no fragment '${"name"}'.`,
    help: "Declare it with `fragment: name` in its own document. Names of toolgen's fragments begin with 'std/'.",
    explanation: "`extends` names fragments: documents with keys that several tools share.",
    example: exampleTool("extends: [shared]\ncommand: [wc, -l]"),
  },
  "duplicate-fragment": {
    severity: "error",
    message: msg`A fragment named '${"name"}' is already declared at ${"first"}.`,
    help: "Rename one of the two.",
    explanation: "Tools extend a fragment by its name, which is unique in the project.",
    example: "fragment: files\ntimeout: 5s\n---\nfragment: files\ntimeout: 9s\n",
  },
  "alias-of-nothing": {
    severity: "error",
    message: msg`The alias stands for '${"target"}', which is not a parameter.`,
    help: "Name a parameter that `schema` declares; `edits[].oldText` names a property of an array's elements.",
    explanation: "The keys of `aliases` are parameters. The values are the wrong names that models use for them.",
    example: exampleTool(
      "schema: { properties: { file: { type: string } } }\naliases: { path: [filename] }\npaths: { file: read }\ncommand: [wc, -l, '{{file}}']",
    ),
  },
  "inverted-alias": {
    severity: "error",
    message: msg`'${"param"}' is the parameter and '${"alias"}' the wrong name: the two are swapped.`,
    help: "Write the parameter first, and then its wrong names: `aliases: { path: [file_path] }`.",
    explanation: "The keys of `aliases` are parameters. The values are lists of the wrong names that models use for them.",
    example: exampleTool(
      "schema: { properties: { file: { type: string } } }\naliases: { filename: file }\npaths: { file: read }\ncommand: [wc, -l, '{{file}}']",
    ),
  },
  "foreign-spec": {
    severity: "error",
    message: msg`This is ${"form"}, and not a spec.`,
    help: "Begin with `name: …`, `description: …`, `kind: …`, `schema: …` and `command: …`.",
    explanation:
      "Other formats declare only what a model sees of a tool. A spec has the same name, description and JSON Schema as keys of the document, and also declares the tool's risk and what runs it.",
    example: "type: function\nfunction: { name: count_lines, description: Count lines., parameters: { type: object } }\n",
  },
  "alias-is-parameter": {
    severity: "error",
    message: msg`'${"alias"}' can't be an alias of '${"target"}': it is a parameter itself.`,
    help: "Remove the alias.",
    explanation: "The name of a parameter always means that parameter.",
    example: exampleTool(
      "schema: { properties: { file: { type: string }, path: { type: string } } }\naliases: { file: [path] }\npaths: { file: read, path: read }\ncommand: [wc, -l, '{{file}}', '{{path}}']",
    ),
  },
  "duplicate-alias": {
    severity: "error",
    message: msg`'${"alias"}' is already an alias of '${"owner"}'.`,
    help: "Keep it with one parameter, once.",
    explanation: "A wrong name can stand for one parameter only.",
    example: exampleTool(
      "schema: { properties: { file: { type: string } } }\naliases: { file: [path, path] }\npaths: { file: read }\ncommand: [wc, -l, '{{file}}']",
    ),
  },
  "ignored-parameter": {
    severity: "error",
    message: msg`'${"name"}' is a parameter or an alias, and can't be ignored.`,
    help: "Remove it from `ignore`.",
    explanation: "Ignored keys are dropped before the arguments are used, so a parameter's value would be lost.",
    example: exampleTool(
      "schema: { properties: { file: { type: string } } }\nignore: [file]\npaths: { file: read }\ncommand: [wc, -l, '{{file}}']",
    ),
  },
  "unused-parameter": {
    severity: "warning",
    message: msg`Nothing uses the parameter '${"name"}'.`,
    help: "Use it in `command`, `stdin`, `env` or `cwd`, or remove it.",
    explanation: "A parameter without effect misleads the model that sets it.",
    example: exampleTool("schema: { properties: { file: { type: string } } }\ncommand: [wc, -l]"),
  },
  "second-document": {
    severity: "error",
    message: msg`toolgen.yaml contains more than one document.`,
    help: "Keep one.",
    explanation: "A project has one configuration.",
    example: "version: 1\n---\nversion: 1\n",
  },
} as const satisfies Record<string, Definition>;
