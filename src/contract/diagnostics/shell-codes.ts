import { type Definition, exampleTool, msg } from "../diagnostic.js";

const word = "schema: { properties: { word: { type: string } } }\n";

/** Mistakes in a script that runs a tool. */
export const shellCodes = {
  "one-shell": {
    severity: "error",
    message: msg`A script is for one shell.`,
    help: "Write `shell: { bash: … }`, or only the script for sh. If platforms differ, use `platforms`.",
    explanation: "`shell` has one key, the shell that reads the script: `sh` or `bash`.",
    example: exampleTool("shell: { sh: ls, bash: ls }"),
  },
  "shell-block": {
    severity: "error",
    message: msg`A script has no blocks.`,
    help: 'Use the shell\'s own: `if [ -n {{x}} ]; then …; fi`. For several values in one text: {{join xs ","}} or {{json xs}}.',
    explanation: "The script is constant, so it can't change from call to call. Use the shell's own `if`; an absent value is empty.",
    example: exampleTool(`${word}shell: "ls {{#if word}}-l{{/if}}"`),
  },
  "shell-script": {
    severity: "error",
    message: msg`The shell can't read this script: ${"detail"}.`,
    help: "Correct it here. In YAML, `shell: |` keeps a script's lines and quotes as they are.",
    explanation: "Scripts are parsed when specs are built, as bash reads them.",
    example: exampleTool("shell: if true; then ls"),
  },
  "bash-in-sh": {
    severity: "error",
    message: msg`Not every sh has ${"what"}, and this script is for sh.`,
    help: "Write `shell: { bash: … }`, or what every sh has.",
    explanation:
      "`sh` is dash on one system and bash on another. Syntax that only bash reads fails, or means something else, on other machines.",
    example: exampleTool("shell: '[[ -e a ]] && ls'"),
  },
  "shell-place": {
    severity: "error",
    message: msg`'${"name"}' is not allowed in ${"where"}: it would be code there, or wouldn't be expanded.`,
    help: "Pass it to a program as an argument: as a word, or in double quotes.",
    explanation:
      "A placeholder becomes a quoted reference to a variable: the shell expands it to one word, whatever it contains. In single quotes and comments nothing is expanded; in arithmetic, patterns, heredocs, `eval`, `sh -c`, `trap` and the like the value would be read again, as code.",
    example: exampleTool(`${word}shell: "echo '{{word}}'"`),
  },
  "shell-variable": {
    severity: "error",
    message: msg`'${"variable"}' contains the value of '${"name"}' and is not allowed in ${"where"}: it would be code there, or several words.`,
    help: "Use it as an argument, in double quotes. To calculate with a program's output, keep only its digits: `$(… | tr -dc 0-9)`. If the value is meant to be code, list it in `code`.",
    explanation:
      "Values are followed through variables, loops, functions, files, pipes and programs' output. The same rules apply wherever a value ends up.",
    example: exampleTool(`${word}shell: 'w={{word}}; eval "echo $w"'`),
  },
  "possible-option": {
    severity: "error",
    message: msg`${"what"} contains the value of '${"name"}', and '${"program"}' could parse it, or a part of it, as an option.`,
    help: 'Write `--` before it if the program takes that as the end of its options: `grep -- "$name"`, `xargs grep -e word --`, `xargs -I{} ls -- {}`.',
    explanation:
      "Programs read an argument that begins with '-' as an option. If a value is in an argument, the call checks this. A call can't check what a program reads, or what `xargs` turns into arguments.",
    example: exampleTool(`${word}shell: "printf '%s' {{word}} | xargs ls"`),
  },
  "shell-unfollowed": {
    severity: "error",
    message: msg`Values can't be followed through ${"what"}, and this script has one: '${"name"}'.`,
    help: "Rewrite the script so that each value can be followed.",
    explanation:
      "A build follows each value through variables, functions, files and programs' output, and reports where it would be code. It can't follow values through a few constructs.",
    example: exampleTool(`${word}shell: 'x={{word}}; coproc cat; echo "$x"'`).replace("shell: ", "shell:\n  bash: "),
  },
  "shell-reference": {
    severity: "error",
    message: msg`The shell would not expand a variable here.`,
    help: "Write the placeholder as a word of its own, or in double quotes, with no backslash before it.",
    explanation: "Text around a placeholder can disable its quotes, for example a backslash before it.",
    example: exampleTool(`${word}shell: 'echo \\\\{{word}}'`),
  },
  "program-of-a-shell": {
    severity: "error",
    message: msg`This tool is a script, and 'program' replaces the first word of a command.`,
    help: "Write the script of this platform as `shell`.",
    explanation: "A script is written for the shell that it names. Another shell would read it differently.",
    example: exampleTool("shell: ls\nplatforms: { macos: { program: zsh } }"),
  },
  "redirect-not-a-path": {
    severity: "error",
    message: msg`'${"name"}' chooses a file that the script reads or writes, and isn't in \`paths\`.`,
    help: "List it under `paths`, with what the script does with it.",
    explanation: "A parameter that names a file must stay in its root, so it must be in `paths`.",
    example: exampleTool(`${word}shell: ls > {{word}}`),
  },
  "hidden-failure": {
    severity: "warning",
    message: msg`If ${"program"} fails, the failure is not reported: a pipeline ends with the exit code of its last program.`,
    help: "Write `set -o pipefail` at the top of a script for bash.",
    explanation:
      "A script whose first program fails looks like one that found nothing, and the model believes it. Pipelines in a condition, before `||` and in `$(…)` aren't reported. Neither are pipelines that begin with `echo` or `printf`.",
    example: exampleTool("shell: { bash: git log --format=%an | sort -u }"),
  },
  "empty-argument": {
    severity: "warning",
    message: msg`'${"name"}' may be absent, and then it is an empty argument here.`,
    help: 'Give it a default, make it required, or pass it only if it has a value: `[ -z {{x}} ] || set -- "$@" {{x}}`, and then `program "$@"`.',
    explanation:
      "In a `command`, an absent value removes its argument. In a script it is an empty text, and programs search for nothing, or look for a file without a name. A script that tests anywhere whether the value is empty isn't reported.",
    example: exampleTool(`${word}shell: ls {{word}}`),
  },
} as const satisfies Record<string, Definition>;
