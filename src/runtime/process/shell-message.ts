import type { ProcessInput, Startable } from "./start-guarded.js";

/** A shell reads a pipe byte by byte, so a longer message takes longer than to start another shell. */
const mostLength = 2048;
const readable = /^[\t\n\x20-\x7e]*$/;
/** Names that some shell sets, reads as a number, or acts on. */
const special =
  /^(?:PWD|OLDPWD|SHLVL|IFS|OPT(?:IND|ARG|ERR)|PPID|PGRP|LINENO|ENV|SHELLOPTS|PS[0-4]|E?UID|USER_ID|S?RANDOM|SECONDS|EPOCH.*|ERRNO|COLUMNS|LINES|TMOUT|TIMEFORMAT|REPLY|ARGV0|GROUPS|DIRSTACK|FUNCNAME|PIPESTATUS|COPROC|MAPFILE|HOST.*|MACHTYPE|OSTYPE|POSIX.*|EXEC.*|FPATH|CDPATH|MAIL.*|PATHSEP|(?:BASH|KSH|COMP|HIST|READLINE|PROMPT|LD_|GLIBC_|MALLOC_).*)$/;
const name = /^[A-Za-z][A-Za-z0-9_]*$/;
const locale = /^(?:LANG|LANGUAGE|LC_.*)$/;

/** A program to start: the words of its command line, its working directory and its environment. */
export interface ProgramStart extends Pick<Startable, "cwd" | "env"> {
  readonly words: readonly string[];
  readonly input: Exclude<ProcessInput, "requests">;
}

/**
 * Returns the lines that a waiting shell reads. `undefined` for what it can't read or set as it is: long texts, other
 * characters than those of ASCII that can be printed, and variables that a shell treats in its own way.
 */
export function shellMessage({ words, cwd, env, input }: ProgramStart): string | undefined {
  const names = Object.keys(env);
  // Within /proc, a path may name the process that reads it. In PATH, dash gives `%` a meaning.
  if (!/^\/(?!proc\/)/.test(cwd) || env.PATH?.includes("%")) return undefined;
  if (!names.every((each) => name.test(each) && !special.test(each))) return undefined;
  const variables = names.map((each) => tagged(locale.test(each) ? "l" : "e", `${each}=${env[each] ?? ""}`));
  const message = [...variables, ...words.map((word) => tagged("a", word)), tagged("c", cwd), input === "pipe" ? "p" : "n", ""].join("\n");
  return message.length <= mostLength && readable.test(message) ? message : undefined;
}

/** A line that begins with the tag. Each newline in the text ends a line that begins with `+`. */
function tagged(tag: string, text: string): string {
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  return [...lines.map((line) => `+${line}`), tag + last].join("\n");
}
