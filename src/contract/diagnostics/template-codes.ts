import { type Definition, exampleTool, msg } from "../diagnostic.js";

const file = "schema: { properties: { file: { type: string } } }\n";
const list = "schema: { properties: { xs: { type: array, items: { type: string } } } }\n";
const flag = "schema: { properties: { all: { type: boolean } } }\n";

/** Mistakes in a command or another template, and in the arguments that it makes. */
export const templateCodes = {
  "template-syntax": {
    severity: "error",
    message: msg`This template can't be read: ${"detail"}.`,
    help: "Placeholders are {{name}}. A literal '{{' is written \\{{.",
    explanation: "Templates have Handlebars' syntax: braces come in pairs, and a closing tag has an opening one.",
    example: exampleTool(`${file}command: [wc, '--x={{file']`),
  },
  "escaped-parameter": {
    severity: "warning",
    message: msg`'\\{{${"name"}}}' is literal text here, although '${"name"}' is a parameter.`,
    help: "For a backslash and then the value write \\\\{{x}}; in double quotes YAML needs each backslash twice.",
    explanation:
      "\\{{ is a literal '{{'. If the name of a parameter follows, the author probably meant a backslash and the parameter's value: C:\\{{x}}.",
    example: exampleTool(`${file}command: [wc, '--x={{file}}', 'C:\\{{file}}']`),
  },
  "unclosed-block": {
    severity: "error",
    message: msg`This block isn't closed: ${"detail"}.`,
    help: "Close it with {{/if}}, {{/unless}} or {{/each}}, in the same item.",
    explanation: "A block begins and ends in one item of the command.",
    example: exampleTool(`${flag}command: [wc, '{{#if all}}--all']`),
  },
  "empty-block": {
    severity: "error",
    message: msg`This block is empty.`,
    help: "Write its content. For the opposite condition, use {{#unless x}}…{{/unless}}.",
    explanation: "A block without content never yields anything.",
    example: exampleTool(`${flag}command: [wc, '{{#if all}}{{/if}}']`),
  },
  "unsupported-template": {
    severity: "error",
    message: msg`Templates don't have ${"what"}.`,
    help: "Use placeholders, if, unless, each, join and json.",
    explanation:
      "The language has Handlebars' syntax and less than Handlebars: no partials, no {{{x}}}, no `with`, no block parameters, no comments, no white-space control.",
    example: exampleTool(`${file}command: [wc, '--x={{{file}}}']`),
  },
  "unknown-helper": {
    severity: "error",
    message: msg`There is no helper '${"name"}' here; accepted: ${"accepted"}.`,
    help: "Use one of the accepted helpers.",
    explanation:
      "`if`, `unless` and `each` are blocks, `eq` compares in `if`, and `join` and `json` make text. There are no other helpers.",
    example: exampleTool(`${file}command: [wc, '--x={{upper file}}']`),
  },
  "unknown-name": {
    severity: "error",
    message: msg`'${"name"}' means nothing here.`,
    help: "Name a parameter that `schema` declares.",
    explanation:
      "A placeholder names a parameter. Inside `each` it can also name the element (`this`, `this.y`), its position (`@index`, `@key`) and, as `../x`, a parameter.",
    example: exampleTool(`${file}command: [wc, -l, '--x={{flie}}']`),
  },
  "undeclared-output": {
    severity: "error",
    message: msg`'${"name"}' is a field of the output, but no \`output.schema\` declares the output's fields.`,
    help: "Declare them: `output: { format: json, schema: { type: object, properties: … } }`. The whole text is {{@output}}.",
    explanation:
      "`output.display` names fields of the result as templates name parameters, by the types that `output.schema` declares. Without it, the build does not know the fields.",
    example: exampleTool('command: [wc, -l]\noutput: { format: json, display: "{{@output.total}} lines" }'),
  },
  "path-into-scalar": {
    severity: "error",
    message: msg`'${"path"}' goes into '${"part"}', which is ${"type"}.`,
    help: "Only objects have parts.",
    explanation: "`{{x.y}}` is the property `y` of the object `x`. A text or a number has no properties.",
    example: exampleTool(`${file}command: [wc, '--x={{file.name}}']`),
  },
  "nested-each": {
    severity: "error",
    message: msg`'each' can't contain another 'each'.`,
    help: "Flatten the parameter, or pass it as {{json x}}.",
    explanation: "Commands have one level of repetition, so that they stay readable.",
    example: exampleTool(
      "schema: { properties: { xs: { type: array, items: { type: array, items: { type: string } } } } }\ncommand: [wc, '{{#each xs}}{{#each this}}--x={{this}}{{/each}}{{/each}}']",
    ),
  },
  "not-a-list": {
    severity: "error",
    message: msg`'${"name"}' is ${"type"}; each needs an array or an object, join an array.`,
    help: "Write {{x}} for a single value.",
    explanation:
      "`each` repeats its block for the elements of an array or the entries of an object; `join` joins the elements of an array to one text.",
    example: exampleTool(`${file}command: [wc, '{{#each file}}--x={{this}}{{/each}}']`),
  },
  "rest-not-a-map": {
    severity: "error",
    message: msg`'...' adds the entries of a map, and this isn't a parameter that is one.`,
    help: "Write `...: '{{others}}'`, with `others: { type: object, additionalProperties: … }` in the schema.",
    explanation:
      "`...` among the keys of a JSON object adds the entries of a parameter whose type is `object`. In a query, a form and a multipart body, it stands for the keys of one: `filter[...]: '{{filter}}'`.",
    example: exampleTool(`${file}http: { method: POST, url: https://api.example.com/notes, body: { json: { ...: '{{file}}' } } }`),
  },
  "not-text": {
    severity: "error",
    message: msg`'${"name"}' is an ${"type"}, which has no text of its own.`,
    help: 'Write {{#each x}}…{{/each}} for several arguments, {{join x ","}} for one, {{json x}} for JSON.',
    explanation: "Strings and numbers have one textual form. Arrays and objects don't, so the spec must say which form to use.",
    example: exampleTool(`${list}command: [wc, '--x={{xs}}']`),
  },
  "untyped-placeholder": {
    severity: "error",
    message: msg`The schema doesn't say what type '${"name"}' has.`,
    help: "Give it a `type`, an `enum` or a `const`.",
    explanation: "A value's text and its checks depend on its type.",
    example: exampleTool("schema: { properties: { file: {} } }\ncommand: [wc, '--x={{file}}']"),
  },
  "boolean-alone": {
    severity: "error",
    message: msg`'${"name"}' is a boolean and can't be an argument alone.`,
    help: "Write {{#if NAME}}--option{{/if}}, or --option={{NAME}}, with the parameter's name.",
    explanation: "Programs rarely take an argument `true`. Usually an option is present or absent.",
    example: exampleTool(`${flag}command: [wc, '{{all}}']`),
  },
  "unknown-literal": {
    severity: "error",
    message: msg`'${"name"}' is never ${"literal"}; accepted: ${"accepted"}.`,
    help: "Compare it with a value that the schema allows.",
    explanation: "The comparison could never be true, because the schema doesn't allow the literal.",
    example: exampleTool(
      "schema: { properties: { mode: { enum: [lines, words] } } }\ncommand: [wc, '{{#if (eq mode \"line\")}}-l{{/if}}']",
    ),
  },
  "adjacent-blocks": {
    severity: "error",
    message: msg`Two blocks follow each other with nothing between them.`,
    help: "Make each block its own item, or put a space between them inside a block.",
    explanation: "It isn't clear whether they are one argument or two.",
    example: exampleTool(`${flag}command: [wc, '{{#if all}}-l{{/if}}{{#unless all}}-w{{/unless}}']`),
  },
  "unclosed-quote": {
    severity: "error",
    message: msg`This quote isn't closed.`,
    help: "Close it; for a literal quote, put it in quotes of the other kind.",
    explanation: "In text that is split at spaces (a string command, the body of a block alone in its item), '…' and \"…\" group words.",
    example: exampleTool("command: wc 'two words"),
  },
  "placeholder-program": {
    severity: "error",
    message: msg`The program must be literal; found ${"found"}.`,
    help: "Write the program's name, or {{@specDir}}/… for a file beside the spec.",
    explanation: "A model must not choose the program. The first word of a command is a program found on PATH, or a file beside the spec.",
    example: exampleTool(`${file}command: ['{{file}}', -l]`),
  },
  "empty-command": {
    severity: "error",
    message: msg`The command is empty.`,
    help: "Begin with a program: `command: [wc, -l]`.",
    explanation: "A command needs at least a program.",
    example: exampleTool('command: " "'),
  },
  "shell-syntax": {
    severity: "error",
    message: msg`'${"text"}' means something to a shell, but no shell reads a command.`,
    help: "Quote it to pass it unchanged, or use `shell:` if you need a shell.",
    explanation: "A string command is only split at spaces: pipes, redirections, variables, globs and `~` have no meaning in it.",
    example: exampleTool("command: cat *.txt | wc -l"),
  },
  "evaluated-argument": {
    severity: "error",
    message: msg`${"program"} ${"does"}, so '${"name"}' lets the model write or choose a program.`,
    help: "Declare that with `code: { name: language }`, or make it an enum, an integer, or a text with a pattern of plain characters.",
    explanation:
      "Programs take code as an argument (`sh -c`, `sed`, everything that ssh sends to the other machine), as a file (`awk -f`, `python3 tool.py`), from their standard input (`bash`, `psql`), as a setting (`git -c`, `make CC=`) or as a program to start (`find -exec`, `sudo`). A value in such an argument can do whatever that language can. docs/programs.md lists the programs and arguments that toolgen knows.",
    example: exampleTool(`${file}command: [sh, -c, 'wc -l {{file}}']`),
  },
  "psql-variable": {
    severity: "error",
    message: msg`psql doesn't replace ${"use"} in the text of -c, and the server calls it a syntax error.`,
    help: "Give psql the SQL by `stdin`, or in a file with `-f`, and leave -c out.",
    explanation:
      "`psql -v name=value` sets a variable. In a file and in standard input, psql replaces `:'name'` by the value in quotes, so a model's value there is data. The text of -c goes to the server as it is. docs/databases.md has specs that work.",
    example: exampleTool(`${file}command: [psql, -v, 'f={{file}}', -c, "select :'f'"]`),
  },
  "file-not-a-path": {
    severity: "error",
    message: msg`'${"name"}' names a file that ${"program"} ${"does"}, and \`paths\` doesn't say so.`,
    help: "List it under `paths`, with what the program does with it: `read`, `write` or `readWrite`.",
    explanation:
      "A parameter that names a file must stay in its root, so it must be in `paths`. A tool that writes what a call names is at least moderate, and so is one that sends it to another machine.",
    example: exampleTool(`${file}command: [curl, -o, '{{file}}', 'https://example.com']`),
  },
  "program-in-folder": {
    severity: "error",
    message: msg`'${"program"}' is looked up in the folder that '${"name"}' names, so the model would choose a program.`,
    help: "Name a program on PATH or `{{@specDir}}/…`, run it in a fixed folder, or make the parameter an enum.",
    explanation:
      "Every folder of the workspace can contain a file of this name, and the model's other tools may write one. If the tool is meant to do that, write `code: { name: sh }`. The tool is then dangerous.",
    example: exampleTool(`${file}paths: { file: read }\ncwd: '{{file}}'\ncommand: [./run.sh]`),
  },
  "option-name": {
    severity: "error",
    message: msg`'${"name"}' is part of an option's name ('${"option"}…'), so the model would choose the option.`,
    help: "Make it an enum, an integer or a const, or write the option out: --name={{x}}.",
    explanation: "An option's name decides what a program does, so only the author may choose it.",
    example: exampleTool(`${file}command: [wc, '--{{file}}']`),
  },
  "option-with-value": {
    severity: "warning",
    message: msg`'${"option"}' and the text after it are one argument with a space in it.`,
    help: 'An item is one argument. Make it a nested list of two items, which is kept or dropped as a unit: [--option, "{{x}}"].',
    explanation:
      'A list\'s items are never split, so `- "-n {{x}}"` passes `-n 5` as a single argument, which programs report as an unknown option. Only a string command, and a block alone in its item, are split at spaces.',
    example: exampleTool("schema: { properties: { n: { type: integer } } }\ncommand: [wc, '-n {{n}}']"),
  },
  "literal-item": {
    severity: "warning",
    message: msg`${"program"} gets '${"text"}' unchanged: ${"why"}.`,
    help: "Use `shell:` if you need a shell. If you mean the text literally, write the command as one string and quote the text.",
    explanation:
      "A list's items go to the program as they are: `>`, `|`, `~`, `$HOME` and, for programs that take names of files, `*.txt` are expanded only by shells. `{file}` with one pair of braces is text. Separators after their options (`cut -d '|'`), find's `;`, awk's `$1` and patterns of programs that have their own aren't reported. In a command that is one string, quotes mark such a text as literal: `command: expr 1 '>' 2`.",
    example: exampleTool(`${file}paths: { file: read }\ncommand: [sort, '{{file}}', '>', sorted.txt]`),
  },
  "unguarded-dash": {
    severity: "warning",
    message: msg`'${"name"}' may begin with '-' and nothing ends the options before it, so it can pass any option: the tool is dangerous.`,
    help: "Put `--` or `--end-of-options` before it if the program honours it, or remove it from `allowLeadingDash`.",
    explanation:
      "`allowLeadingDash` lets a value begin an argument with '-'. Without a `--` before it, the program reads it as an option, and some options run programs or write files.",
    example: exampleTool(`${file}allowLeadingDash: [file]\ncommand: [wc, '{{file}}']`),
  },
} as const satisfies Record<string, Definition>;
