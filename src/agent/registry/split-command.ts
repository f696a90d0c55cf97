import { parse } from "shell-quote";

export type SplitCommand =
  | { readonly ok: true; readonly program: string; readonly args: readonly string[] }
  | { readonly ok: false; readonly message: string };

/**
 * Splits a command line as Gemini CLI does, by quotes and backslashes. No shell runs: syntax that needs one (variables,
 * patterns, pipes, redirections) is refused, which that client drops silently.
 */
export function splitCommand(line: string): SplitCommand {
  const words: string[] = [];
  for (const word of parse(line, (variable) => ({ variable }))) {
    if (typeof word === "string") words.push(word);
    else if (!("comment" in word))
      return { ok: false, message: `It needs a shell for ${shown(word)}, and none runs it. Put that into a script, and name the script.` };
  }
  const [program, ...args] = words;
  return program === undefined || program === "" ? { ok: false, message: "It names no program." } : { ok: true, program, args };
}

function shown(part: { readonly variable: string } | { readonly op: string; readonly pattern?: string }): string {
  if ("variable" in part) return part.variable === "" ? "'$'" : `the variable '$${part.variable}'`;
  return part.op === "glob" ? `the pattern '${part.pattern}'` : `'${part.op}'`;
}
