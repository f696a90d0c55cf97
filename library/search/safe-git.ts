/**
 * Global options that keep Git from repositories made of plain text in a workspace, and from the programs that a
 * repository's configuration names. `git grep` runs no filters, so it needs nothing more. This project's own Git tools
 * have the same list (tools.d/git/safe-git), and a test holds both equal.
 */
export const safeGitOptions: readonly string[] = [
  "--no-pager",
  ...[
    "safe.bareRepository=explicit",
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.quotePath=false",
    "submodule.recurse=false",
    "log.showSignature=false",
    "blame.ignoreRevsFile=",
    "blame.coloring=none",
    "diff.autoRefreshIndex=false",
  ].flatMap((setting) => ["-c", setting]),
];

/**
 * Variables that keep Git from fetching what a partial clone lacks: the address would name the program that does it.
 */
export const safeGitVariables: Readonly<Record<string, string>> = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_NO_LAZY_FETCH: "1",
  GIT_TERMINAL_PROMPT: "0",
};
