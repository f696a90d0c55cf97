import { type Definition, exampleTool, msg } from "../diagnostic.js";

/** Mistakes in how a tool runs: its environment, its limits, and what is shown of its result. */
export const executionCodes = {
  "program-and-command": {
    severity: "error",
    message: msg`'program' and 'command' both replace the program of this platform.`,
    help: "Keep `program` to change only the first word, or `command` to change the whole command.",
    explanation: "A platform's `command` replaces the whole command, its program included.",
    example: exampleTool("command: [wc, -l]\nplatforms: { macos: { program: gwc, command: [gwc, -l] } }"),
  },
  "no-execution": {
    severity: "error",
    message: msg`This tool has no implementation; add one of ${"accepted"}.`,
    help: "Add `command: [program, …]`.",
    explanation: "One of these keys must say what runs a tool.",
    example: exampleTool("timeout: 5s"),
  },
  "two-executions": {
    severity: "error",
    message: msg`'${"key"}' and '${"first"}' are both implementations of this tool.`,
    help: "Keep one of the two.",
    explanation: "A tool has one implementation. Two tools can share their parameters through a fragment.",
    example: exampleTool("command: [wc, -l]\nshell: wc -l"),
  },
  "env-loads-code": {
    severity: "error",
    message: msg`A program may use '${"variable"}' as code or settings, so '${"name"}' may not set it.`,
    help: "Name the variable INPUT_… if your own program reads it, make the parameter an enum, or declare it as code: `code: { name: language }`.",
    explanation:
      "Variables such as LD_PRELOAD, NODE_OPTIONS, GIT_SSH_COMMAND, HOME and HTTP_PROXY name code, settings or servers that programs use. No list of them is complete. So a value may set a variable whose name begins with `INPUT_`, which is for your own program, and variables that docs/programs.md lists as harmless. Any other variable takes only values that the author chose: an enum, a const, a number or a boolean.",
    example: exampleTool("schema: { properties: { lib: { type: string } } }\nenv: { set: { LD_PRELOAD: '{{lib}}' } }\ncommand: [wc, -l]"),
  },
  "cwd-not-a-path": {
    severity: "error",
    message: msg`'${"name"}' is part of the working directory, but is not in 'paths'.`,
    help: "Add it to `paths` of the tool, or of the completion's command, so that it can't leave its root.",
    explanation:
      "A program's relative paths are relative to its working directory. So a parameter in it is a path, and must stay in a root.",
    example: exampleTool("schema: { properties: { dir: { type: string } } }\ncwd: '{{dir}}'\ncommand: [wc, -l]"),
  },
  "body-file-not-a-path": {
    severity: "error",
    message: msg`'${"name"}' chooses a file that is sent, and isn't in \`paths\`.`,
    help: "List it under `paths`: `paths: { file: read }`.",
    explanation:
      "`file` in a body sends the content of the file that a parameter names. The parameter must be in `paths`, so that it stays in its root.",
    example: exampleTool(
      "schema: { properties: { file: { type: string } } }\nhttp: { method: POST, url: https://api.example.com/files, body: { file: '{{file}}' } }",
    ),
  },
  "body-file-list": {
    severity: "error",
    message: msg`This names one file, and would write the elements of a list one after another.`,
    help: "Name a parameter that is one path. To send several files, repeat a part: `multipart: { photo: { file: '{{photos}}' } }`.",
    explanation:
      "The elements of a list, one after another, aren't a path. A part of a multipart body whose `file` is only a list is sent once for each element.",
    example: exampleTool(
      "schema: { properties: { files: { type: array, items: { type: string } } } }\npaths: { files: read }\nhttp: { method: POST, url: https://api.example.com/files, body: { file: '{{files}}' } }",
    ),
  },
  "body-part": {
    severity: "error",
    message: msg`A part of a body has either text or file; found ${"found"}.`,
    help: "Write `note: '{{note}}'`, or `photo: { file: '{{photo}}', type: image/png }`.",
    explanation: "A part of a multipart body is a text, or the content of a file that a parameter in `paths` names.",
    example: exampleTool("http: { method: POST, url: https://api.example.com/notes, body: { multipart: { note: { type: text/plain } } } }"),
  },
  "output-file-not-a-path": {
    severity: "error",
    message: msg`'${"name"}' chooses the file that the result is read from, and isn't in \`paths\`.`,
    help: "List it under `paths`, or write '{{@tempDir}}/name'.",
    explanation:
      "A parameter that names a file must stay in its root, so it must be in `paths`. A temporary file needs no parameter: {{@tempDir}}.",
    example: exampleTool(
      "schema: { properties: { out: { type: string } } }\ncommand: [touch, '--reference={{out}}', x]\noutput: { file: '{{out}}' }",
    ),
  },
  "secret-shown": {
    severity: "error",
    message: msg`The secret '${"name"}' would be shown here.`,
    help: "Put it into `env: { set: … }`, `stdin`, `tempFiles` or the headers, query or body of `http`; a program also gets it in its environment by its own name.",
    explanation: "Users, the model and other programs on the machine can see the arguments, folders and summaries of a call.",
    example: exampleTool("secrets: [TOKEN]\ncommand: [wc, '--x={{@secret.TOKEN}}']"),
  },
  "literal-variable": {
    severity: "warning",
    message: msg`'${"text"}' is literal text here: nothing expands it.`,
    help: "Write {{@secret.NAME}} for a variable that `secrets` declares.",
    explanation:
      "No shell reads headers, the variables in `env.set`, or standard input, so a `$NAME` in them reaches the server or the program unchanged. Variables whose value is a command, such as GIT_SSH_COMMAND, and the standard input of interpreters are not reported.",
    example: exampleTool('secrets: [TOKEN]\nhttp: { url: https://api.example.com/notes, headers: { Authorization: "Bearer $TOKEN" } }'),
  },
  "unused-secret": {
    severity: "warning",
    message: msg`Nothing uses the secret '${"name"}'.`,
    help: 'Use it in a header, `headers: { Authorization: "Bearer {{@secret.NAME}}" }`, or remove it.',
    explanation:
      "A program and a handler get the tool's secrets without naming them. A request sends only the secrets that its templates name, so any other secret would never be used.",
    example: exampleTool("secrets: [TOKEN]\nhttp: { url: https://api.example.com/notes }"),
  },
  "output-without-data": {
    severity: "error",
    message: msg`'${"key"}' is about data, but the format of this result is '${"format"}'.`,
    help: "Write `format: json`, `jsonl` or `mcp`, or remove the key.",
    explanation: "A JSON Pointer selects a part of data, and a schema declares its shape: text, images and sounds have neither.",
    example: exampleTool("command: [wc, --version]\noutput: { select: /items }"),
  },
  "missing-mime-type": {
    severity: "error",
    message: msg`The media type of this ${"format"} is missing.`,
    help: "Write it as `mimeType`: `output: { format: image, mimeType: image/png }`.",
    explanation:
      "Clients give the model an image or a sound together with its media type, and a program's output doesn't contain the type.",
    example: exampleTool("command: [wc, --version]\noutput: { format: image }"),
  },
  "diff-without-files": {
    severity: "error",
    message: msg`There is no file whose change could be shown: nothing in \`paths\` may be written.`,
    help: "List the parameter that names the file under `paths`, with `write` or `readWrite`.",
    explanation: "`display: diff` shows users the changes of the files that a call may write. Those files are in `paths`.",
    example: exampleTool(
      "schema: { properties: { file: { type: string } } }\npaths: { file: read }\ncommand: [wc, -l, '{{file}}']\noutput: { display: diff }",
    ),
  },
  "preview-without-diff": {
    severity: "error",
    message: msg`A preview shows a change before it is made, but this tool doesn't show changes.`,
    help: "Add `display: diff` to `output`.",
    explanation: "`preview: true` lets the command run on copies of the files that it may write, for the diff in a confirmation.",
    example: exampleTool(
      "schema: { properties: { file: { type: string } } }\npaths: { file: write }\ncommand: [touch, '{{file}}']\noutput: { preview: true }",
    ),
  },
  "sandbox-without-paths": {
    severity: "error",
    message: msg`The sandbox allows files in 'paths' to be ${"done"}, but no parameter in 'paths' allows that.`,
    help: "List the parameter under `paths`, or write `write: none`, `read: workspace`.",
    explanation:
      "`write: paths` opens the files of the parameters in `paths` with `write` or `readWrite`. `read: paths` opens the files of all parameters in `paths`.",
    example: exampleTool("command: [wc, --version]\nsandbox: { write: paths }"),
  },
  "sandbox-forbids-writing": {
    severity: "error",
    message: msg`'${"name"}' is a path that the tool writes, but the sandbox doesn't allow writing.`,
    help: "Add `write: paths` to `sandbox`, or let the parameter be `read` in `paths`.",
    explanation: "Without `write`, a program in a sandbox can write only its own temporary files, so this tool would always fail.",
    example: exampleTool(
      "schema: { properties: { file: { type: string } } }\npaths: { file: write }\ncommand: [touch, '{{file}}']\nsandbox: { network: true }",
    ),
  },
  "program-missing": {
    severity: "error",
    message: msg`There is no file '${"file"}'.`,
    help: "Correct the path, which is relative to the spec's folder, or create the file. If another build creates it, run that build first.",
    explanation:
      "`{{@specDir}}/FILE` as the program, or as the first argument of an interpreter such as bash, node or python3, is a file of the project. Without it, every call fails. Other arguments, and scripts in `shell`, may name files that are created later, so they aren't checked.",
    example: exampleTool("command: ['{{@specDir}}/no-such-file.sh']"),
  },
  "program-not-executable": {
    severity: "warning",
    message: msg`The file '${"file"}' isn't executable, so it can't be started.`,
    help: "Run `chmod +x FILE`, and `git update-index --chmod=+x FILE` where Git doesn't keep modes.",
    explanation: "A tool's program must be executable. Or name its interpreter first: `[bash, '{{@specDir}}/file.sh']`.",
    example: exampleTool("command: ['{{@specDir}}/count.sh']"),
  },
  "background-name-too-long": {
    severity: "error",
    message: msg`The name has ${"length"} characters, so the names of its companion tools would have more than 48.`,
    help: "Choose a name of at most 41 characters: `NAME_output` and `NAME_stop` come with a background tool.",
    explanation: "Model APIs accept names of up to 64 characters, and clients put a prefix before a tool's name.",
    example:
      "name: a_name_that_is_just_too_long_for_companions\ndescription: An example.\nkind: execute\ncommand: [sleep, '60']\nbackground: true\n",
  },
  "background-beside": {
    severity: "error",
    message: msg`'${"key"}' can't be combined with 'background'.`,
    help: "Remove one of the two.",
    explanation:
      "A background program keeps running after its call. So it can't have files that the call removes, a result that is read at its end, or a sandbox.",
    example: exampleTool("command: [sleep, '60']\nbackground: true\noutput: json"),
  },
  "guard-without-shell": {
    severity: "error",
    message: msg`No shell of this machine evaluates '${"name"}', so there is nothing to guard.`,
    help: "Name a parameter that `code` lists as sh or bash, and that a shell evaluates: `command: [bash, -c, '{{command}}']`.",
    explanation:
      "`guard` keeps the output that filters at the end of a shell command leave out. That is possible only where toolgen itself starts the shell, not behind ssh or in a container, and not with the shell's options `-r`, `-v` and `-x`.",
    example: exampleTool("schema: { properties: { query: { type: string } } }\ncommand: [grep, --, '{{query}}']\nguard: query"),
  },
  "guard-beside": {
    severity: "error",
    message: msg`'${"key"}' can't be combined with 'guard'.`,
    help: "Remove one of the two.",
    explanation:
      "A guard keeps a command's whole output in a file that the model may read. A sandbox couldn't write the file, secrets in it wouldn't be redacted, and no lines can follow a result that isn't text.",
    example: exampleTool(
      "schema: { properties: { command: { type: string } }, required: [command] }\ncode: { command: bash }\ncommand: [bash, -c, '{{command}}']\nguard: command\noutput: json",
    ),
  },
  "over-limit": {
    severity: "error",
    message: msg`'${"key"}' exceeds the project's limit of ${"limit"}.`,
    help: "Lower it, or raise `limits` in toolgen.yaml.",
    explanation: "No spec of the project may exceed `limits` in toolgen.yaml.",
    example: exampleTool("command: [wc, -l]\ntimeout: 2h"),
  },
} as const satisfies Record<string, Definition>;
