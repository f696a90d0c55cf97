import { type Definition, msg } from "../define.js";
import { tool } from "./example.js";

/** Mistakes in how a tool runs: its environment, its limits, and what is shown of its result. */
export const executionCodes = {
  "program-and-command": {
    severity: "error",
    message: msg`'program' and 'command' both replace the program of this platform.`,
    help: "Keep `program` to change the first word alone, `command` to change all of it.",
    explanation: "A platform's `command` is whole: its first word is its program.",
    example: tool("command: [wc, -l]\nplatforms: { macos: { program: gwc, command: [gwc, -l] } }"),
  },
  "no-execution": {
    severity: "error",
    message: msg`This tool has no implementation; add one of ${"accepted"}.`,
    help: "Add `command: [program, …]`.",
    explanation: "One of these keys says what runs a tool, and this spec has none of them.",
    example: tool("timeout: 5s"),
  },
  "two-executions": {
    severity: "error",
    message: msg`'${"key"}' and '${"first"}' are both implementations of this tool.`,
    help: "Keep one of the two.",
    explanation: "A tool has one implementation. Two tools can share their parameters through a fragment.",
    example: tool("command: [wc, -l]\nshell: wc -l"),
  },
  "env-loads-code": {
    severity: "error",
    message: msg`A program may take '${"variable"}' for code or settings, so '${"name"}' may not set it.`,
    help: "Name it INPUT_… if your own program reads it, make the parameter an enum, or say that it is code: `code: { name: language }`.",
    explanation:
      "Variables such as LD_PRELOAD, NODE_OPTIONS, GIT_SSH_COMMAND, HOME and HTTP_PROXY name code, settings or servers that programs use. No list of them is complete. So a value may set a variable whose name begins with `INPUT_`, which is for your own program, and [those that are known as harmless](programs.md#variables). Any other takes what the author wrote: an enum, a const, a number or a boolean.",
    example: tool("schema: { properties: { lib: { type: string } } }\nenv: { set: { LD_PRELOAD: '{{lib}}' } }\ncommand: [wc, -l]"),
  },
  "cwd-not-a-path": {
    severity: "error",
    message: msg`'${"name"}' takes part in the working directory, but is not in 'paths'.`,
    help: "Add it to `paths`, so that it can't leave its root.",
    explanation: "A program's relative paths count from its working directory, so a parameter in it is a path and must be bound to a root.",
    example: tool("schema: { properties: { dir: { type: string } } }\ncwd: '{{dir}}'\ncommand: [wc, -l]"),
  },
  "output-file-not-a-path": {
    severity: "error",
    message: msg`'${"name"}' chooses the file that the result is read from, and isn't in \`paths\`.`,
    help: "List it under `paths`, or write '{{@tempDir}}/name'.",
    explanation:
      "A parameter that names a file is held to its root, so it has to be in `paths`. A file of the call's own needs no parameter: {{@tempDir}}.",
    example: tool(
      "schema: { properties: { out: { type: string } } }\ncommand: [touch, '--reference={{out}}', x]\noutput: { file: '{{out}}' }",
    ),
  },
  "secret-shown": {
    severity: "error",
    message: msg`The secret '${"name"}' would be shown here.`,
    help: "Put it into `env: { set: … }`, `stdin`, `tempFiles` or `http.headers`; a program also gets it in its environment by its own name.",
    explanation: "Arguments, folders and summaries of a call can be seen by people, by the model and by other programs of the machine.",
    example: tool("secrets: [TOKEN]\ncommand: [wc, '--x={{@secret.TOKEN}}']"),
  },
  "literal-variable": {
    severity: "warning",
    message: msg`'${"text"}' is literal text here: nothing expands it.`,
    help: "Write {{@secret.NAME}} for a variable that `secrets` declares.",
    explanation:
      "No shell reads headers, the variables in `env.set`, or standard input, so a `$NAME` in them reaches the server or the program as it is written. Not reported are variables whose value is a command, such as GIT_SSH_COMMAND, and the standard input of interpreters.",
    example: tool('secrets: [TOKEN]\nhttp: { url: https://api.example.com/notes, headers: { Authorization: "Bearer $TOKEN" } }'),
  },
  "unused-secret": {
    severity: "warning",
    message: msg`Nothing uses the secret '${"name"}'.`,
    help: 'Use it in a header, `headers: { Authorization: "Bearer {{@secret.NAME}}" }`, or remove it.',
    explanation:
      "A program and a handler get the tool's secrets without naming them. A request sends only what its headers name, so a secret that none of them names is required for nothing.",
    example: tool("secrets: [TOKEN]\nhttp: { url: https://api.example.com/notes }"),
  },
  "output-without-data": {
    severity: "error",
    message: msg`'${"key"}' is about data, and the format of this result is '${"format"}'.`,
    help: "Write `format: json`, `jsonl` or `mcp`, or take the key out.",
    explanation: "A JSON Pointer selects a part of data, and a schema declares its shape: text, images and sounds have neither.",
    example: tool("command: [wc, --version]\noutput: { select: /items }"),
  },
  "missing-mime-type": {
    severity: "error",
    message: msg`The media type of this ${"format"} isn't said.`,
    help: "Write it as `mimeType`: `output: { format: image, mimeType: image/png }`.",
    explanation: "Clients hand an image or a sound to the model together with its media type, and a program's output doesn't tell it.",
    example: tool("command: [wc, --version]\noutput: { format: image }"),
  },
  "diff-without-files": {
    severity: "error",
    message: msg`There is no file whose change could be shown: nothing in \`paths\` may be written.`,
    help: "List the parameter that names the file under `paths`, with `write` or `readWrite`.",
    explanation: "`display: diff` shows people how the files have changed that a call was allowed to write. Those are in `paths`.",
    example: tool(
      "schema: { properties: { file: { type: string } } }\npaths: { file: read }\ncommand: [wc, -l, '{{file}}']\noutput: { display: diff }",
    ),
  },
  "preview-without-diff": {
    severity: "error",
    message: msg`A preview is a change that is shown before it is made, and this tool shows none.`,
    help: "Add `display: diff` to `output`.",
    explanation: "`preview: true` lets the command run on copies of the files that it may write, for the diff in a confirmation.",
    example: tool(
      "schema: { properties: { file: { type: string } } }\npaths: { file: write }\ncommand: [touch, '{{file}}']\noutput: { preview: true }",
    ),
  },
  "sandbox-without-paths": {
    severity: "error",
    message: msg`The sandbox lets what 'paths' names be ${"done"}, and no parameter there is for that.`,
    help: "List the parameter under `paths`, or write `write: none`, `read: workspace`.",
    explanation:
      "`write: paths` opens what the parameters in `paths` name with `write` or `readWrite`; `read: paths` what they name at all.",
    example: tool("command: [wc, --version]\nsandbox: { write: paths }"),
  },
  "sandbox-forbids-writing": {
    severity: "error",
    message: msg`'${"name"}' is a path to be written, and the sandbox lets nothing be written.`,
    help: "Add `write: paths` to `sandbox`, or let the parameter be `read` in `paths`.",
    explanation: "Without `write`, a sandbox lets a program write nothing but temporary files of its own, so such a tool could only fail.",
    example: tool(
      "schema: { properties: { file: { type: string } } }\npaths: { file: write }\ncommand: [touch, '{{file}}']\nsandbox: { network: true }",
    ),
  },
  "program-missing": {
    severity: "error",
    message: msg`There is no file '${"file"}'.`,
    help: "Correct the name, which counts from the spec's folder, or create the file. If a build makes it, run that first.",
    explanation:
      "`{{@specDir}}/FILE` as the program, or as the first argument of an interpreter such as bash, node or python3, is a file of the project. Without it, every call fails. Other arguments may name files that are made later and aren't looked at, nor are those in `shell`.",
    example: tool("command: ['{{@specDir}}/no-such-file.sh']"),
  },
  "program-not-executable": {
    severity: "warning",
    message: msg`The file '${"file"}' isn't executable, so it can't be started.`,
    help: "Run `chmod +x FILE`, and `git update-index --chmod=+x FILE` where Git doesn't keep modes.",
    explanation:
      "A file that is a tool's program needs the permission to be executed. Otherwise name its interpreter first: `[bash, '{{@specDir}}/file.sh']`.",
    example: tool("command: ['{{@specDir}}/count.sh']"),
  },
  "background-name-too-long": {
    severity: "error",
    message: msg`The name has ${"length"} characters, and the tools that come with it would have more than 48.`,
    help: "Take a name of at most 41 characters: `NAME_output` and `NAME_stop` come with a background tool.",
    explanation: "Model APIs take names of 64 characters, and clients put a prefix before ours.",
    example:
      "name: a_name_that_is_just_too_long_for_companions\ndescription: An example.\nkind: execute\ncommand: [sleep, '60']\nbackground: true\n",
  },
  "background-beside": {
    severity: "error",
    message: msg`'${"key"}' can't stand beside 'background'.`,
    help: "Take one of the two out.",
    explanation:
      "A background program goes on running when its call is over. What a call makes and removes, a result that is read when the program has ended, and a sandbox can't be given to it.",
    example: tool("command: [sleep, '60']\nbackground: true\noutput: json"),
  },
  "guard-without-shell": {
    severity: "error",
    message: msg`No shell of this machine evaluates '${"name"}', so there is nothing to guard.`,
    help: "Name a parameter that `code` lists as sh or bash, and that a shell evaluates: `command: [bash, -c, '{{command}}']`.",
    explanation:
      "`guard` keeps the output that filters at the end of a shell command leave out. That is only possible where toolgen itself starts the shell, not behind ssh or in a container.",
    example: tool("schema: { properties: { query: { type: string } } }\ncommand: [grep, --, '{{query}}']\nguard: query"),
  },
  "guard-beside": {
    severity: "error",
    message: msg`'${"key"}' can't stand beside 'guard'.`,
    help: "Take one of the two out.",
    explanation:
      "A guard keeps a command's whole output in a file that the model may read. A sandbox can't write it, secrets in it wouldn't be redacted, and a result that isn't text can't have lines behind it.",
    example: tool(
      "schema: { properties: { command: { type: string } }, required: [command] }\ncode: { command: bash }\ncommand: [bash, -c, '{{command}}']\nguard: command\noutput: json",
    ),
  },
  "over-limit": {
    severity: "error",
    message: msg`'${"key"}' exceeds the project's limit of ${"limit"}.`,
    help: "Lower it, or raise `limits` in toolgen.yaml.",
    explanation: "`limits` in toolgen.yaml says what no spec of the project may exceed.",
    example: tool("command: [wc, -l]\ntimeout: 2h"),
  },
} as const satisfies Record<string, Definition>;
