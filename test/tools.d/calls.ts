/** A call of each of this project's tools in the repository that `makeRepository` makes, what it must print, and a call that must be refused. */
export const calls = {
  search_text: {
    params: { pattern: "needle", glob: "*.js" },
    prints: "src/a.js:2:export const needle = 4;\n",
    wrong: { pattern: ["a", "b"] },
  },
  list_files: { params: { glob: "*.js" }, prints: "src/a.js\n", wrong: { path: {} } },
  git_status: { params: {}, prints: "## main\n M src/a.js\nA  staged.txt\n", wrong: { untracked: "some" } },
  git_log: {
    params: { path: "src/a.js" },
    prints: /^[0-9a-f]{7,} 2026-01-02 Ada: Count one more\n[0-9a-f]{7,} 2026-01-02 Ada: Begin\n$/,
    wrong: { limit: [] },
  },
  git_diff: { params: { staged: true, detail: "names" }, prints: "A\tstaged.txt\n", wrong: { paths: { a: 5 } } },
  git_show: {
    params: { revision: "v1:src/a.js" },
    prints: "export const a = 1;\nexport const needle = 2;\n",
    wrong: { detail: "everything" },
  },
  git_blame: {
    params: { path: "src/a.js", startLine: 2 },
    prints: /^[0-9a-f]{8} \(Ada 2026-01-02 2\) export const needle = 3;\n$/,
    wrong: { path: 5, startLine: {} },
  },
  check_javascript: { params: { path: "src/a.js" }, prints: "The syntax is correct.", wrong: { path: [] } },
} as const;
