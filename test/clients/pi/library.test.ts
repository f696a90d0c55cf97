import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { missing } from "../../kit/needs.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { type Case, cases, isAfter, workspaceOf } from "../../library/cases.js";

/** A call of one of pi's tools. */
interface Asked {
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
function asked(tool: string, { params }: Case): Asked | undefined {
  const known = words[tool];
  if (known === undefined || Object.keys(params).some((name) => !known.takes.includes(name))) return undefined;
  return { tool: known.tool, params: withoutAbsent(known.say(params as Params)) };
}

const withoutAbsent = (params: object) => Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));

/** A result of one of pi's tools: a text, in which images are shown by their type, or an error. */
interface Answer {
  readonly text?: string;
  readonly error?: string;
}

/** True if pi's result of a case says the same as ours in other words: the same text, lines or names, a file with the same content, a refusal. */
function isSame(one: Case, answer: Answer, { tool, workspace }: { readonly tool: Asked["tool"]; readonly workspace: string }): boolean {
  const { ours } = one;
  if (tool === "bash") return isAfter(one, workspace) && isSameRun(ours, answer);
  const isRefused = typeof ours === "object" && "error" in ours;
  if (!isAfter(one, workspace) || isRefused !== (answer.error !== undefined)) return false;
  const text = answer.text ?? "";
  if (isRefused || tool === "write" || tool === "edit") return true;
  if (typeof ours === "string") return told[tool].ours(ours, one) === told[tool].pis(text, one);
  if ("media" in ours) return text.endsWith(`[${ours.media}]`);
  return "ends" in ours && withoutNote(text).split("\n").length === ours.lines;
}

/** pi reports every exit code but 0 as an error. */
function isSameRun(ours: Case["ours"], { text = "", error }: Answer): boolean {
  if (typeof ours === "object" && "error" in ours) return error !== undefined;
  const told = (error ?? text).replace(/\n*Command exited with code (\d+)$/, "\nExit Code: $1").trimEnd();
  if (typeof ours === "object") return "ends" in ours && told.endsWith(ours.ends);
  return told.replace(/^\(no output\)/, "") === ours.replace(/^Output: (?:\(empty\))?/, "");
}

/** The note behind a part of a file. */
const withoutNote = (text: string) => text.replace(/\n*\n\[[^\n]*\]$/, "").trimEnd();

const inOrder = (lines: readonly string[]) => [...new Set(lines)].sort().join("\n");

interface Telling {
  ours(text: string, one: Case): string;
  pis(text: string, one: Case): string;
}

/** Extracts the content of a result, without the words around it. */
const told: Readonly<Record<"read" | "ls" | "grep", Telling>> = {
  read: { ours: withoutNote, pis: withoutNote },
  ls: {
    ours: (text) =>
      inOrder(Array.from(text.matchAll(/^(?:\[DIR\] (.+)|(.+) \(\d+ bytes\))$/gm), ([, folder, file]) => folder ?? file ?? "")),
    pis: (text) => inOrder(text.split("\n").map((line) => line.replace(/\/$/, ""))),
  },
  grep: { ours: matches, pis: (text, one) => pisMatches(text, namesOnly(one)) },
};

const namesOnly = ({ params }: Case) => "names_only" in params && params.names_only === true;

/** `path:line: text` of each match, or the path of each file, and whether there are more. */
function matches(text: string, one: Case): string {
  const more = text.includes("(results limited to") ? ["more"] : [];
  if (text.startsWith("No matches")) return "";
  if (namesOnly(one)) return inOrder([...text.split("\n").slice(1), ...more]);
  const lines = text.split(/^---\n?/m).flatMap((block) => {
    const [, file, rest] = /^File: (.*)\n([\s\S]*)$/.exec(block) ?? [];
    return (rest ?? "").split("\n").flatMap((line) => (/^L\d+: /.test(line) ? [`${file}:${line.slice(1)}`] : []));
  });
  return inOrder([...lines, ...more]);
}

function pisMatches(text: string, isNamesOnly: boolean): string {
  const more = text.includes(" matches limit reached") ? ["more"] : [];
  const lines = withoutNote(text)
    .split("\n")
    .filter((line) => /^.+:\d+: /.test(line));
  return inOrder([...(isNamesOnly ? lines.map((line) => line.replace(/:\d+: .*$/, "")) : lines), ...more]);
}

// The tables of test/library/cases say what this project's tools answer, and where pi's for the same jobs answer otherwise. Here the real pi is asked.

const all = cases.flatMap(([tool, table]) =>
  table.flatMap((one) => {
    const call = asked(tool, one);
    return call === undefined ? [] : [{ name: `${tool}: ${one.name}`, one, call }];
  }),
);

let answers: readonly Answer[];
let workspaces: readonly string[];

beforeAll(() => {
  // pi writes to any path: two folders further up is still one of the test's folders.
  workspaces = all.map(({ one }) => workspaceOf(one, deepFolder()));
  const home = temporaryFolder();
  const env = { PATH: process.env.PATH, HOME: home, PI_CODING_AGENT_DIR: home, PI_OFFLINE: "1", PI_TELEMETRY: "0" };
  const input = JSON.stringify(all.map(({ call }, i) => ({ ...call, workspace: workspaces[i] })));
  const printed = execFileSync(process.execPath, [fileURLToPath(new URL("library.mjs", import.meta.url))], {
    input,
    encoding: "utf8",
    env,
  });
  answers = JSON.parse(printed).answers;
});

function deepFolder(): string {
  const folder = join(temporaryFolder(), "deep", "workspace");
  mkdirSync(folder, { recursive: true });
  return folder;
}

for (const [i, { name, one, call }] of all.entries()) {
  // Without ripgrep on the PATH pi would fetch it.
  it.skipIf(call.tool === "grep" && missing("rg"))(name, () => {
    const answer = answers[i] ?? {};
    const isAlike = isSame(one, answer, { tool: call.tool, workspace: workspaces[i] ?? "" });
    if (one.pi === undefined) expect(isAlike, JSON.stringify(answer).slice(0, 500)).toBe(true);
    else {
      expect(answer.text ?? "").toContain(one.pi.says ?? "");
      expect(answer.error ?? "").toContain(one.pi.error ?? "");
      if (!("ends" in Object(one.ours))) expect(isAlike, "what the table has for another answer is the same").toBe(false);
    }
  });
}

it("says of each case that differs why the answer is better, and of no case that pi isn't asked that it does", () => {
  const differing = cases.flatMap(([tool, table]) => table.filter(({ pi }) => pi !== undefined).map((one) => ({ tool, one })));
  expect(differing.filter(({ one }) => (one.pi?.better ?? one.better) === undefined).map(({ one }) => one.name)).toEqual([]);
  expect(differing.filter(({ tool, one }) => asked(tool, one) === undefined).map(({ one }) => one.name)).toEqual([]);
  expect(all.length).toBeGreaterThan(70);
});
