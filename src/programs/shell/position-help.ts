import type { Unfollowed, Where } from "./script.js";

/** The advice for certain positions. */
export const positionHelp: Partial<Record<Where, string>> = {
  "single quotes": "End the quotes before it, or use double quotes: '…'{{x}}'…', \"…{{x}}…\".",
  "a heredoc": "Use `printf '%s\\n' {{x}}`, or give the text as `stdin`.",
  arithmetic: "Let the caller give the number that is wanted, or calculate in a program that takes numbers as arguments.",
  backquotes: "Write $(…).",
  "the place of a program": "Write the program's name, and choose between programs with `case`.",
  "a pattern": "Compare with `=`: [ {{x}} = text ].",
  "an argument that the program may evaluate":
    "Write the program's options and its own program text as words before the list, so that it is certain which argument a value is.",
  "an argument of a program that isn't written here": "Write the program's name, and choose between programs with `case`.",
  "a variable that programs get":
    "Name it INPUT_…, which no program takes for code or settings, or give the value to the program as an argument.",
  "a command whose program text runs what it gets":
    "Write the program text without the call that runs a text (`system`, `eval`, `exec`), or list the value in `code`.",
  "a comment": "Take the braces away, or write \\{{.",
};

/** The advice for constructs through which values can't be followed. */
export const unfollowedHelp: Record<Unfollowed, string> = {
  backquotes: "Write $(…) for backquotes.",
  "a coprocess": "Use a pipe, or a file from mktemp.",
  "an alias": "Write a function: `name() { …; }`.",
  "a variable whose name isn't written here": "Write the variable's name, or use an associative array.",
  "a reference to a variable by its name": "Use `case`, or an associative array: `declare -A`.",
  "a script that isn't written here": "Write the script's text there in single quotes, or put it into a file beside the spec.",
};
