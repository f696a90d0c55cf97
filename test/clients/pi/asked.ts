import type { Case } from "../../library/cases.js";

/** A call of one of pi's tools. */
export interface Asked {
  readonly tool: "ls" | "read" | "grep" | "write" | "edit" | "bash";
  readonly params: object;
}

type Params = Readonly<Record<string, unknown>>;

/** The parameters of the library's tools that pi has words for, and how its call says the same. Its `find` isn't asked: it needs a program that pi fetches. */
const words: Readonly<Record<string, { readonly tool: Asked["tool"]; readonly takes: readonly string[]; say(params: Params): object }>> = {
  list_directory: { tool: "ls", takes: ["dir_path"], say: ({ dir_path }) => ({ path: dir_path }) },
  read_file: {
    tool: "read",
    takes: ["file_path", "start_line", "end_line"],
    say: ({ file_path, start_line, end_line }) => ({
      path: file_path,
      offset: start_line,
      limit: end_line === undefined ? undefined : Number(end_line) - Number(start_line ?? 1) + 1,
    }),
  },
  grep_search: {
    tool: "grep",
    takes: ["pattern", "dir_path", "include_pattern", "names_only", "case_sensitive", "fixed_strings", "context", "total_max_matches"],
    say: ({ pattern, dir_path, include_pattern, case_sensitive, fixed_strings, context, total_max_matches }) => ({
      pattern,
      path: dir_path,
      glob: include_pattern,
      ignoreCase: case_sensitive !== true,
      literal: fixed_strings,
      context,
      limit: total_max_matches,
    }),
  },
  write_file: { tool: "write", takes: ["file_path", "content"], say: ({ file_path, content }) => ({ path: file_path, content }) },
  replace: {
    tool: "edit",
    takes: ["file_path", "instruction", "old_string", "new_string"],
    say: ({ file_path, old_string, new_string }) => ({ path: file_path, edits: [{ oldText: old_string, newText: new_string }] }),
  },
  run_shell_command: { tool: "bash", takes: ["command"], say: ({ command }) => ({ command }) },
};

/** How pi is asked what a case asks, unless it has no tool or no word for it. */
export function asked(tool: string, { params }: Case): Asked | undefined {
  const known = words[tool];
  if (known === undefined || Object.keys(params).some((name) => !known.takes.includes(name))) return undefined;
  return { tool: known.tool, params: withoutAbsent(known.say(params as Params)) };
}

const withoutAbsent = (params: object) => Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
