import { type Definition, exampleTool, msg } from "../diagnostic.js";

/** Mistakes in prompts and resources. */
export const documentCodes = {
  "prompt-text": {
    severity: "error",
    message: msg`The prompt '${"name"}' has ${"found"} of \`text\` and \`messages\`.`,
    help: "Write `text: …` for one user message, or `messages: [{ role: user, text: … }, …]` for several.",
    explanation: "A prompt is one text or a list of messages. `text` is short for a list with one user message.",
    example: "prompt: review_change\ndescription: Review the current change.\n",
  },
  "prompt-content": {
    severity: "error",
    message: msg`A message of the prompt '${"name"}' has ${"found"}; it takes one of ${"accepted"}.`,
    help: "Write one of these keys. For more contents, write more messages; they may have the same role.",
    explanation: "A message of a prompt is a text, an image, a sound, or a resource of the project. A message of MCP has one content.",
    example: "prompt: review_change\ndescription: Review the current change.\nmessages: [{ role: user }]\n",
  },
  "prompt-media": {
    severity: "error",
    message: msg`The file '${"file"}' of a prompt ${"problem"}.`,
    help: "Write the path of a file of the project, relative to its root and of at most 1 MiB: `image: docs/layout.png`. If the name doesn't show the type, write `mimeType: image/…` or `audio/…`.",
    explanation:
      "A build reads the images and sounds of prompts and puts them into the output, so that a server has them on each machine. Clients show them by their media type, which follows from the name's ending or is `mimeType`.",
    example: "prompt: review_layout\ndescription: Review the layout.\nmessages: [{ image: no-such-file.png }]\n",
  },
  "prompt-resource": {
    severity: "error",
    message: msg`The resource '${"uri"}' of a prompt ${"problem"}.`,
    help: "Write the URI of a resource that a spec of this project declares. Its variables are arguments of the prompt, required or with a default: `resource: notes://{{name}}`.",
    explanation:
      "When a client gets the prompt, the server reads the resource by its URI and puts it into the message. It reads only resources of its own project.",
    example: "prompt: review_notes\ndescription: Review the notes.\nmessages: [{ resource: notes://none }]\n",
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
  "resource-content": {
    severity: "error",
    message: msg`The resource '${"name"}' consists of ${"found"}; it takes one of ${"accepted"}.`,
    help: "Write one of these keys, which says what the resource contains.",
    explanation: "A resource is a text, a file, or what a command, a script, a function or a request returns.",
    example: "resource: readme\nuri: notes://readme\ndescription: The readme.\n",
  },
  "resource-uri": {
    severity: "error",
    message: msg`The resource '${"name"}' has ${"found"} of \`uri\` and \`uriTemplate\`.`,
    help: "Write `uri: notes://readme` for one resource, or `uriTemplate: notes://files/{name}` for many.",
    explanation: "Clients read a resource by its URI. With a template, one document declares a resource for each value of its variables.",
    example: "resource: readme\ndescription: The readme.\ntext: Read me.\n",
  },
  "bad-uri": {
    severity: "error",
    message: msg`'${"uri"}' ${"problem"}.`,
    help: "Write a scheme and a path, such as `notes://readme`. A template has variables in braces: `notes://files/{name}`, `{+path}` for a value with slashes, `{?a,b}` at the end for optional ones.",
    explanation:
      "A URI that clients send back must lead to exactly one resource. So templates support only a part of RFC 6570: `{name}`, `{+name}`, with text between two variables, and one `{?a,b}` at its end.",
    example: "resource: readme\nuri: readme\ndescription: The readme.\ntext: Read me.\n",
  },
  "uri-variable": {
    severity: "error",
    message: msg`The variable '${"name"}' ${"problem"}.`,
    help: "Declare each variable of `uriTemplate` under `schema: { properties: … }`, and nothing else.",
    explanation: "Clients send values for the variables of a URI template. `schema` says which values they can have.",
    example:
      "resource: note\nuriTemplate: notes://{name}\ndescription: A note.\nschema: { properties: { id: { type: string } } }\ntext: '{{id}}'\n",
  },
  "resource-file": {
    severity: "error",
    message: msg`The path of a resource's file ${"problem"}.`,
    help: "Write a path relative to its root, with variables as `{{name}}`: `file: docs/{{name}}.md`. `root` names another root.",
    explanation:
      "The part before the first variable of the path is the folder that no value can leave. So the path is relative, without `.` and `..`, and has neither blocks nor helpers.",
    example: "resource: readme\nuri: notes://readme\ndescription: The readme.\nfile: ../README.md\n",
  },
  "resource-not-safe": {
    severity: "error",
    message: msg`The resource '${"name"}' would run something ${"level"}, and reading a resource asks no one.`,
    help: "Make it a tool, so that clients ask the user. Or make it safe: limit its variables by an enum or a pattern, and remove everything that makes changes.",
    explanation:
      "Clients read resources without asking their user, so a resource may only read. It has the level that a tool with the same command and `kind: read` would have.",
    example:
      "resource: query\nuriTemplate: notes://{code}\ndescription: Run code.\nschema: { properties: { code: { type: string } }, required: [code] }\ncommand: [wc, '{{code}}']\nallowLeadingDash: [code]\n",
  },
  "resource-request": {
    severity: "error",
    message: msg`A resource can't send ${"method"}, because reading it must change nothing.`,
    help: "Use GET, or make it a tool.",
    explanation: "Clients read resources without asking their user. Use a tool for a request that may change something.",
    example: "resource: item\nuri: notes://item\ndescription: An item.\nhttp: { method: POST, url: https://example.com/item }\n",
  },
  "resource-writes": {
    severity: "error",
    message: msg`The resource '${"name"}' writes to the file '${"file"}', and reading a resource must change nothing.`,
    help: "Remove the redirection or the access to write, use a file in `{{@tempDir}}`, or make it a tool.",
    explanation:
      "Clients read resources without asking their user. So the `paths` of a resource must be `read`, and its script must not redirect output into files. Output may be redirected to `/dev/null`, to another stream such as `>&2`, or into a temporary file of the call.",
    example: "resource: todo\nuri: notes://todo\ndescription: What is left to do.\nshell: grep -r TODO . > out.txt; cat out.txt\n",
  },
  "completion-listed": {
    severity: "error",
    message: msg`The parameter '${"name"}' lists its values, so there is nothing for a command to complete.`,
    help: "Remove it from `complete`, or remove the `enum` of the parameter.",
    explanation: "Clients are offered the values of an `enum`, and `true` and `false` for a boolean. Other values would be refused.",
    example:
      "prompt: review\ndescription: Review a branch.\nschema: { properties: { depth: { enum: [quick, full] } } }\ntext: 'Review it: {{depth}}.'\ncomplete: { depth: { command: [printf, quick] } }\n",
  },
  "completion-not-safe": {
    severity: "error",
    message: msg`Completing '${"name"}' would ${"problem"}, and completing asks no one.`,
    help: "Use a command that only prints values. It gets the typed text as a separate argument, never as code or as an option.",
    explanation:
      "A command in `complete` runs while a person types, without asking anyone, so it may only read. The same rules apply as for resources.",
    example:
      "prompt: review\ndescription: Review a branch.\nschema: { properties: { branch: { type: string } } }\ntext: 'Review {{branch}}.'\ncomplete: { branch: { shell: git branch > branches.txt } }\n",
  },
  "plan-not-safe": {
    severity: "error",
    message: msg`The plan would ${"problem"}, and it runs before anyone is asked.`,
    help: "Use the program's own way to say what it would do, such as --dry-run. Parameters that it only looks at go to `data`.",
    explanation:
      "A `plan` runs so that its output can be shown to the user, so it may only read. What a value may be in it follows from the same rules as for resources.",
    example:
      "name: t\ndescription: d\nkind: edit\nschema: { properties: { x: { type: string } } }\ncommand: [touch, a]\nplan: { shell: echo > plan.txt }\n",
  },
  "plan-not-possible": {
    severity: "error",
    message: msg`A tool with '${"what"}' can't have a plan.`,
    help: "Remove `plan`.",
    explanation: "The calls of such a tool are executed by its client, or start a program that keeps running.",
    example: "name: t\ndescription: d\nkind: execute\ncommand: [sleep, '9']\nbackground: true\nplan: [echo, it sleeps]\n",
  },
  "duplicate-uri": {
    severity: "error",
    message: msg`The resource at ${"first"} already has the URI '${"uri"}'.`,
    help: "Change one of the two.",
    explanation: "A URI leads to one resource. With the same template twice, it would be unclear which resource answers.",
    example: "resource: a\nuri: notes://a\ndescription: d\ntext: t\n---\nresource: b\nuri: notes://a\ndescription: d\ntext: t\n",
  },
} as const satisfies Record<string, Definition>;

/** Mistakes in `library` and `programs` of toolgen.yaml. */
export const libraryCodes = {
  "unknown-library-tool": {
    severity: "error",
    message: msg`No tool '${"name"}' comes with toolgen.`,
    help: "Correct the name: names begin with `std/`, and docs/library.md lists them. Your own tools aren't listed here.",
    explanation: "`library` lists the tools of toolgen's library that the project uses besides its own.",
    example: "version: 1\nlibrary: [std/raed_file]\n",
  },
  "sandbox-without-folders": {
    severity: "error",
    message: msg`'${"name"}' writes to the folders of its files, which this sandbox doesn't allow.`,
    help: "Write `sandbox: { write: workspace }`.",
    explanation:
      "The library's writing tools replace files by a second file in the same folder, or delete, move and create files. `write: paths` opens a file but not its folder, so such a tool would always fail.",
    example: "version: 1\nlibrary: [std/write_file: { sandbox: { write: paths } }]\n",
  },
  "known-program": {
    severity: "error",
    message: msg`The table of programs has '${"name"}', and a row of the project can't replace it.`,
    help: "Remove the row. For a subcommand that the table doesn't have, write its name too: `npm run lint`.",
    explanation:
      "`programs` says what a team's own programs do with their arguments. Where the table of docs/programs.md has a row, that row decides, so that no project can call code data. Rows for other subcommands of the same program are allowed. They say something only where nothing is known.",
    example: "version: 1\nprograms: { git log: { data: [--author] } }\n",
  },
} as const satisfies Record<string, Definition>;

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
