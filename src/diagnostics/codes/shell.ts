import { type Definition, msg } from "../define.js";
import { tool } from "./example.js";

const word = "schema: { properties: { word: { type: string } } }\n";

/** What can be wrong with a script that carries a tool out. */
export const shellCodes = {
  "one-shell": {
    severity: "error",
    message: msg`A script is for one shell.`,
    help: "Write `shell: { bash: … }`, or the script alone for sh. Where platforms differ, use `platforms`.",
    explanation: "`shell` has one key, the shell that reads the script: `sh` or `bash`.",
    example: tool("shell: { sh: ls, bash: ls }"),
  },
  "shell-block": {
    severity: "error",
    message: msg`A script has no blocks.`,
    help: 'Use the shell\'s own: `if [ -n {{x}} ]; then …; fi`. For several values in one text: {{join xs ","}} or {{json xs}}.',
    explanation:
      "The script is a constant, so it can't hold more or less from call to call. The shell has an `if` of its own; an absent value is empty there.",
    example: tool(`${word}shell: "ls {{#if word}}-l{{/if}}"`),
  },
  "shell-script": {
    severity: "error",
    message: msg`The shell can't read this script: ${"detail"}.`,
    help: "Correct it here. In YAML, `shell: |` keeps a script's lines and quotes as they are.",
    explanation: "Scripts are parsed when specs are built, as bash reads them.",
    example: tool("shell: if true; then ls"),
  },
  "bash-in-sh": {
    severity: "error",
    message: msg`Not every sh has ${"what"}, and this script is for sh.`,
    help: "Write `shell: { bash: … }`, or what every sh has.",
    explanation:
      "`sh` is dash on one system and bash on another: what only bash reads fails, or means something else, where the tool is used next.",
    example: tool("shell: '[[ -e a ]] && ls'"),
  },
  "shell-place": {
    severity: "error",
    message: msg`'${"name"}' may not stand in ${"where"}: there it would be code, or no value at all.`,
    help: "Give it as an argument to a program: as a word, or in double quotes.",
    explanation:
      "A placeholder becomes a quoted reference to a variable: the shell expands it to one word, whatever it holds. In single quotes and comments nothing is expanded; in arithmetic, patterns, heredocs, `eval`, `sh -c`, `trap` and the like the value would be read again, as code.",
    example: tool(`${word}shell: "echo '{{word}}'"`),
  },
  "shell-variable": {
    severity: "error",
    message: msg`'${"variable"}' holds the value of '${"name"}' and may not stand in ${"where"}: there it would be code, or several words.`,
    help: "Use it as an argument, in double quotes. What a program prints can be calculated with if only digits are left: `$(… | tr -dc 0-9)`. If the value is meant to be code, list it in `code`.",
    explanation:
      "Values are followed through variables, loops, functions, files, pipes and what programs print. What holds a value is that value again, and the same places are wrong for it.",
    example: tool(`${word}shell: 'w={{word}}; eval "echo $w"'`),
  },
  "possible-option": {
    severity: "error",
    message: msg`${"what"} holds the value of '${"name"}', and '${"program"}' could take it, or a part of it, for an option.`,
    help: 'Write `--` before it if the program takes that as the end of its options: `grep -- "$name"`, `xargs grep -e word --`, `xargs -I{} ls -- {}`.',
    explanation:
      "Programs read an argument that begins with '-' as an option. A value that stands in an argument itself is checked for that when the tool is called. What a program reads, or `xargs` makes arguments of, isn't.",
    example: tool(`${word}shell: "printf '%s' {{word}} | xargs ls"`),
  },
  "shell-unfollowed": {
    severity: "error",
    message: msg`Values can't be followed through ${"what"}, and this script has one: '${"name"}'.`,
    help: "Write it in a way in which each value can be followed.",
    explanation:
      "A build follows each value through variables, functions, files and what programs print, and reports where it would be code. Through a few constructs that can't be done.",
    example: tool(`${word}shell: 'x={{word}}; coproc cat; echo "$x"'`).replace("shell: ", "shell:\n  bash: "),
  },
  "shell-reference": {
    severity: "error",
    message: msg`The shell would not read a reference here.`,
    help: "Write the placeholder as a word of its own, or in double quotes, with no backslash before it.",
    explanation: "What is written around a placeholder may take its quotes away: a backslash before it, for one.",
    example: tool(`${word}shell: 'echo \\\\{{word}}'`),
  },
  "program-of-a-shell": {
    severity: "error",
    message: msg`This tool is a script, and 'program' replaces the first word of a command.`,
    help: "Write the script of this platform as `shell`.",
    explanation: "A script is written for the shell that it names. Another shell would read it differently.",
    example: tool("shell: ls\nplatforms: { macos: { program: zsh } }"),
  },
  "redirect-not-a-path": {
    severity: "error",
    message: msg`'${"name"}' chooses a file that the script reads or writes, and isn't in \`paths\`.`,
    help: "List it under `paths`, with what the script does with it.",
    explanation: "A parameter that names a file is held to its root, so it has to be in `paths`.",
    example: tool(`${word}shell: ls > {{word}}`),
  },
  "hidden-failure": {
    severity: "warning",
    message: msg`If ${"program"} fails, the failure is not reported: a pipeline ends with the exit code of its last program.`,
    help: "Write `set -o pipefail` at the top of a script for bash.",
    explanation:
      "A script whose first program fails looks like one that found nothing, and the model believes it. Pipelines in a condition, before `||` and in `$(…)` aren't reported, nor are those that only `echo` or `printf` feed.",
    example: tool("shell: { bash: git log --format=%an | sort -u }"),
  },
  "empty-argument": {
    severity: "warning",
    message: msg`'${"name"}' may be absent, and then it is an empty argument here.`,
    help: 'Give it a default, make it required, or pass it only where it is given: `[ -z {{x}} ] || set -- "$@" {{x}}`, and then `program "$@"`.',
    explanation:
      "In a `command` an absent value takes its argument with it. In a script it is an empty text, and programs search for nothing, or look for a file without a name. A script that asks anywhere whether the value is empty isn't reported.",
    example: tool(`${word}shell: ls {{word}}`),
  },
} as const satisfies Record<string, Definition>;
