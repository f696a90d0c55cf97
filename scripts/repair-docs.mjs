// The content of docs/repair.md: the rules of repair with calls that they change, the names of the fragments, and the
// output of commands.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { memoryTerminal } from "../test/kit/memory-terminal.mjs";
import { importModule, root } from "./run.mjs";

const { repairRules } = await importModule("contract/repair.js");
const { runCommandLine } = await import("../dist/cli/command-line.js");

const edit = { oldText: "x", newText: "y" };
/** Every rule, by its stage, with a tool of this project and arguments that it changes. */
const stages = {
  wrapped: {
    wrapper: ["read", { arguments: { path: "a" } }],
    "single-element": ["read", [{ path: "a" }]],
    "bare-value": ["read", "a"],
    "json-in-text": ["read", 'Here is the call: {"path": "a"}'],
    "json-text": ["edit", { path: "a", edits: JSON.stringify([edit]) }],
    "mended-json": ["edit", { path: "a", edits: "[{oldText: 'x', newText: 'y',}]" }],
    "host-key": ["read", { path: "a", wait_for_previous: true }],
  },
  names: {
    style: ["read", { "File-Path": "a" }],
    alias: ["read", { file_path: "a" }],
    "same-value": ["read", { path: "a", file: "a" }],
    "empty-alias": ["read", { path: "a", file: "" }],
    "weak-alias": ["read", { file: "a", target: "function b" }],
    "last-segment": ["read", { path: "lib/a.ts", filename: "a.ts" }],
    "refused-alias": ["read", { file: "a", filename: 5 }],
  },
  shapes: {
    wrap: ["edit", { path: "a", ...edit }],
    tuple: ["edit", { path: "a", edits: [["x", "y"]] }],
    "search-replace": ["edit", { path: "a", diff: "<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE" }],
    "empty-element": ["edit", { path: "a", edits: [{}], ...edit }],
    duplicate: ["edit", { path: "a", edits: [edit], ...edit }],
    lifted: ["edit", { edits: [{ path: "a", ...edit }] }],
    range: ["read", { path: "a", lines: "10-20" }],
    ignored: ["edit", { path: "a", edits: [edit], replace_all: false }],
    lines: ["edit", { path: "a", edits: [{ ...edit, newText: ["y", "z"] }] }],
    path: ["read", { path: "`a`" }],
  },
  values: {
    "near-miss": ["read", { paht: "a" }],
    number: ["read", { path: "a", limit: "5" }],
    boolean: ["git_diff", { staged: "true" }],
    case: ["git_diff", { detail: "Patch" }],
    text: ["write", { path: "a", content: 42 }],
    "pretty-json": ["write", { path: "a.json", content: { b: [1] } }],
    "list-of-one": ["git_diff", { paths: "a" }],
    "only-element": ["read", { path: ["a"] }],
    absent: ["read", { path: "a", limit: null }],
  },
};

/**
 * The rows of each stage: a rule, its sentence, and its effect on a call. Fails if a rule has no stage, or its call
 * isn't changed by it.
 */
export async function ruleRows() {
  const listed = Object.values(stages).flatMap((rules) => Object.keys(rules));
  const astray = Object.keys(repairRules).filter((rule) => listed.filter((other) => other === rule).length !== 1);
  if (astray.length > 0) throw new Error(`docs/repair.md needs one stage for each of these rules: ${astray.join(", ")}`);
  const examples = new Map(Object.values(stages).flatMap((rules) => Object.entries(rules)));
  const becomes = await answers(examples);
  const row = (rule) => ({ rule, what: cell(repairRules[rule]), came: code(examples.get(rule)[1]), becomes: code(becomes.get(rule)) });
  return Object.fromEntries(Object.entries(stages).map(([stage, rules]) => [stage, Object.keys(rules).map(row)]));
}

async function answers(examples) {
  const tools = [...new Set([...examples.values()].map(([tool]) => tool))];
  const all = [];
  for (const tool of tools) {
    const own = [...examples].filter(([, [other]]) => other === tool);
    const lines = await toolgen(["repair", tool, "--jsonl"], { input: own.map(([, [, input]]) => `${JSON.stringify(input)}\n`).join("") });
    for (const [i, line] of lines.trimEnd().split("\n").entries()) all.push([own[i][0], JSON.parse(line)]);
  }
  for (const [rule, answer] of all) {
    if (!answer.repairs?.some((repair) => repair.rule === rule))
      throw new Error(`the call for '${rule}' isn't repaired by it: ${JSON.stringify(answer)}`);
  }
  return new Map(all.map(([rule, { params }]) => [rule, params]));
}

/** The tables of the fragments that come with toolgen: each parameter and its aliases, weak ones apart. */
export function fragmentTables() {
  const folder = join(root, "library/fragments");
  return readdirSync(folder)
    .sort()
    .map((file) => parse(readFileSync(join(folder, file), "utf8")))
    .map(({ fragment, aliases = {}, weakAliases = {} }) => ({
      name: `std/${fragment}`,
      rows: Object.entries(aliases).map(([name, names]) => ({
        name,
        names: names.map(quoted),
        weak: (weakAliases[name] ?? []).map(quoted),
      })),
    }))
    .map(({ name, rows }) => ({ name, rows: rows.map((row) => ({ ...row, names: row.names.join(" "), weak: row.weak.join(" ") })) }));
}

/** Returns the output of commands of this project, as a terminal shows it. */
export async function transcripts() {
  const folder = mkdtempSync(join(tmpdir(), "toolgen-docs-"));
  try {
    const env = { TOOLGEN_REPAIRS: join(folder, "repairs.jsonl") };
    const calls = [
      { file_name: "a" },
      { fil: "b" },
      { fil: "c", limit: "5" },
      { fil: "d" },
      { StartLine: 3, path: "e" },
      { path: "f", limit: "all" },
    ];
    await toolgen(["repair", "read", "--jsonl"], { env, input: calls.map((call) => `${JSON.stringify(call)}\n`).join("") });
    const lines = ['{"file": "a.txt", "limit": "20"}', '{"offset": 5}', "nonsense"];
    return {
      repaired: await typed([
        "repair",
        "edit",
        '{"file_path": "a.py", "old_string": "x = 1", "new_string": "x = 2", "replace_all": false}',
      ]),
      refused: await typed(["repair", "edit", '{"path": "a.py", "old_string": "a", "new_string": "b", "replace_all": true}']),
      lines: `$ printf '%s\\n' ${lines.map(shell).join(" ")} | npx toolgen repair read --jsonl\n${(await toolgen(["repair", "read", "--jsonl"], { input: `${lines.join("\n")}\n` })).trimEnd()}`,
      counted: await typed(["repairs"], { env }),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const typed = async (args, options) => `$ npx toolgen ${args.map(shell).join(" ")}\n${(await toolgen(args, options)).trimEnd()}`;

/** Runs the built command line in this process, which loads the compiler once. */
async function toolgen(args, { env = {}, input = "" } = {}) {
  const { TOOLGEN_REPAIRS: _, ...plain } = process.env;
  const { terminal, printed } = memoryTerminal({ folder: root, environment: { ...plain, ...env }, input });
  await runCommandLine(args, () => terminal);
  return printed.stdout + printed.stderr;
}

const shell = (word) => (/^[\w-]+$/.test(word) ? word : `'${word}'`);
const quoted = (name) => `\`${name}\``;
const cell = (text) => text.replaceAll("|", "\\|");

/** JSON in a cell of a table, in two backquotes if it contains one. */
function code(value) {
  const text = cell(JSON.stringify(value));
  return text.includes("`") ? `\`\` ${text} \`\`` : quoted(text);
}
