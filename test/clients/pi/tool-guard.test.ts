import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { builtProject } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgenProcess } from "../../kit/toolgen-process.js";
import { type PiAnswer, runPi, type Turn, type Version, versions } from "./run-pi.js";

// What the README of pi-tool-guard promises, sentence by sentence, of the real pi with the specs of library/pi. The names
// include those that its code has and its README doesn't.

const own = new URL("../../../library/pi/", import.meta.url);
const specs = Object.fromEntries(
  ["bash", "edit", "read", "write"].map((name) => [`tools.d/pi/${name}.yaml`, readFileSync(new URL(`${name}.yaml`, own), "utf8")]),
);
const config = "version: 1\ntargets: { pi: { overrides: [read, write, edit, bash] } }\n";
const before = "before\nsecond\nthird\n";

const pathNames = ["path", "file", "filePath", "file_path", "target", "filename", "file_name"];

interface Row {
  readonly tool: "edit" | "write" | "read";
  readonly canonical: string;
  readonly names: readonly string[];
  readonly args: (name: string, file: string) => object;
  /** The file after the call, or the beginning of what the model got. */
  readonly after?: string;
  readonly result?: RegExp;
}

const rows: readonly Row[] = [
  {
    tool: "edit",
    canonical: "path",
    names: pathNames,
    args: (name, file) => ({ [name]: file, edits: [{ oldText: "before", newText: "after" }] }),
    after: "after\nsecond\nthird\n",
  },
  {
    tool: "edit",
    canonical: "edits[].oldText",
    names: ["old_str", "old_string", "old_text", "oldStr", "oldString", "oldContent", "old_content", "old", "original", "search"],
    args: (name, path) => ({ path, edits: [{ [name]: "before", newText: "after" }] }),
    after: "after\nsecond\nthird\n",
  },
  {
    tool: "edit",
    canonical: "edits[].newText",
    names: ["new_str", "new_string", "new_text", "newStr", "newString", "newContent", "new_content", "new", "replacement", "replace"],
    args: (name, path) => ({ path, edits: [{ oldText: "before", [name]: "after" }] }),
    after: "after\nsecond\nthird\n",
  },
  { tool: "write", canonical: "path", names: pathNames, args: (name, file) => ({ [name]: file, content: "after\n" }), after: "after\n" },
  {
    tool: "write",
    canonical: "content",
    names: ["text", "body", "code", "data", "fileContent", "file_content", "contents"],
    args: (name, path) => ({ path, [name]: "after\n" }),
    after: "after\n",
  },
  { tool: "read", canonical: "path", names: pathNames, args: (name, file) => ({ [name]: file }), result: /^before\nsecond\nthird/ },
  {
    tool: "read",
    canonical: "offset",
    names: ["start", "startLine", "start_line", "from", "line"],
    args: (name, path) => ({ path, [name]: 2 }),
    result: /^second\nthird/,
  },
  {
    tool: "read",
    canonical: "limit",
    names: ["lines", "maxLines", "max_lines", "count", "numLines", "num_lines"],
    args: (name, path) => ({ path, [name]: 1 }),
    result: /^before\n(?!second)/,
  },
];

const aliasTurns = rows.flatMap(({ tool, args, names }, row) =>
  names.map((name) => ({ row, name, file: `${row}-${name}.txt`, turn: { tool, args: args(name, `${row}-${name}.txt`) } })),
);
const others = {
  shorthand: { tool: "edit", args: { path: "shorthand.txt", oldText: "before", newText: "after" } },
  shorthandByOtherNames: { tool: "edit", args: { path: "other.txt", old_string: "before", new_string: "after" } },
  numbersAsText: { tool: "read", args: { path: "numbers.txt", offset: "2", limit: "1" } },
  fast: { tool: "bash", args: { command: "seq 1 30 | head -5" } },
  fastAndLong: { tool: "bash", args: { command: "seq 1 5000 | grep 499 | tail -n 3" } },
  hidden: { tool: "bash", args: { command: "touch ran; echo FAIL one >&2; echo FAIL | grep FAIL | head -5" } },
  several: { tool: "bash", args: { command: "printf 'FAIL a\\nok\\nFAIL b\\n' | grep FAIL | head -5" } },
} as const satisfies Record<string, Turn>;
const slow = {
  short: { tool: "bash", args: { command: "(seq 1 20; sleep 0.5) | tail -n 10" } },
  long: { tool: "bash", args: { command: "(seq 1 5000; sleep 0.5) | tail -n 10" } },
} as const satisfies Record<string, Turn>;

/** The texts of a turn's notices: each guarded command has two. */
const noticesOf = ({ notices }: PiAnswer, command: string) => {
  const at = notices.findIndex((notice) => notice.includes(` from \`${command}\`.`));
  return notices.slice(at, at + 2);
};

describe.each(Object.keys(versions) as Version[])("pi %s", (version) => {
  let folder: string;
  let answer: PiAnswer;
  let slowAnswer: PiAnswer;
  beforeAll(async () => {
    folder = builtProject({ "toolgen.yaml": config, ...specs });
    const slowFolder = builtProject({
      "toolgen.yaml": config,
      "tools.d/bash.yaml": (specs["tools.d/pi/bash.yaml"] ?? "").replace("guard: command", "guard: { param: command, slow: 300ms }"),
      ...Object.fromEntries(Object.entries(specs).filter(([path]) => !path.endsWith("bash.yaml"))),
    });
    for (const { file } of [...aliasTurns, { file: "shorthand.txt" }, { file: "other.txt" }, { file: "numbers.txt" }]) {
      writeFileSync(join(folder, file), before);
    }
    const env = { TMPDIR: temporaryFolder() };
    const ui = { version, env, answer: () => undefined };
    const turns = [...aliasTurns.map(({ turn }) => turn), ...Object.values(others)];
    [answer, slowAnswer] = await Promise.all([
      runPi({ ...ui, folder, turns }),
      runPi({ ...ui, folder: slowFolder, turns: Object.values(slow) }),
    ]);
  });
  const resultOf = (name: keyof typeof others) => answer.results[aliasTurns.length + Object.keys(others).indexOf(name)] ?? "";
  const slowResultOf = (name: keyof typeof slow) => slowAnswer.results[Object.keys(slow).indexOf(name)] ?? "";
  const commandOf = (turn: { readonly args: { readonly command: string } }) => turn.args.command;

  it.each(rows.map((row, index) => ({ ...row, index })))("$tool takes each other name of $canonical", ({ index, after, result }) => {
    for (const [at, turn] of aliasTurns.entries()) {
      if (turn.row !== index) continue;
      if (after !== undefined) expect(readFileSync(join(folder, turn.file), "utf8"), turn.name).toBe(after);
      if (result !== undefined) expect(answer.results[at], turn.name).toMatch(result);
    }
  });

  it("edit wraps a text and its replacement at the top into a list of edits, by other names too", () => {
    for (const file of ["shorthand.txt", "other.txt"]) {
      expect(readFileSync(join(folder, file), "utf8")).toBe("after\nsecond\nthird\n");
    }
  });

  it("read takes a number that was written as a text", () => {
    expect(resultOf("numbersAsText")).toMatch(/^second\n(?!third)/);
  });

  it("renames arguments before pi validates them: no call fails, and none is made again", () => {
    expect(answer.results).toHaveLength(aliasTurns.length + Object.keys(others).length);
    expect(answer.results.filter((text) => /validation|was not run|must have/i.test(text))).toEqual([]);
    expect(answer.events.filter(({ type }) => type === "tool_execution_start")).toHaveLength(answer.results.length);
  });

  it("overrides pi's own tools: what is offered is pi's, with pi's own parameters", () => {
    expect(answer.offered.get("bash")?.parameters).toMatchObject({ required: ["command"], properties: { timeout: { type: "number" } } });
    expect(JSON.stringify([...answer.offered.values()])).not.toMatch(/old_str|filePath|maxLines/);
  });

  it("answers a fast command with what its filter leaves, and tells the person by which", () => {
    expect(resultOf("fast")).toMatch(/^1\n2\n3\n4\n5\n\[The full output of `seq 1 30` is in \S+\]$/);
    expect(noticesOf(answer, commandOf(others.fast))).toEqual([
      "Removed trailing pipeline commands: `head -5` from `seq 1 30 | head -5`.",
      "Filtered via `head -5`",
    ]);
  });

  it("filters all of a fast command's output, more than pi shows", () => {
    expect(resultOf("fastAndLong")).toMatch(/^4997\n4998\n4999\n\[The full output/);
    const file = /is in (\S+)\]$/.exec(resultOf("fastAndLong"))?.[1] ?? "";
    expect(readFileSync(file, "utf8").split("\n")).toHaveLength(5001);
    expect(noticesOf(answer, commandOf(others.fastAndLong))[1]).toBe("Filtered via `grep 499 | tail -n 3`");
  });

  it("strips all filters at the end, not only the last, and names both parts of the command", () => {
    expect(resultOf("several")).toMatch(/^FAIL a\nFAIL b\n/);
    expect(noticesOf(answer, commandOf(others.several))[0]).toBe(
      `Removed trailing pipeline commands: \`grep FAIL | head -5\` from \`${commandOf(others.several)}\`.`,
    );
  });

  it("leaves a command of several statements as it is", () => {
    // Which of the two streams pi reads first is chance.
    expect(resultOf("hidden").split("\n").toSorted()).toEqual(["", "FAIL", "FAIL one"]);
    expect(noticesOf(answer, commandOf(others.hidden)).join()).not.toContain("touch ran");
  });

  it("answers a slow command with its whole output and the advice not to run it again", () => {
    expect(slowResultOf("short")).toMatch(/^1\n2\n3\n.*20\n\[This is a slow command\. Avoid re-running it/s);
    expect(noticesOf(slowAnswer, commandOf(slow.short))[1]).toMatch(/^The full output is above/);
  });

  it("does so where pi cuts the output, and says where all of it is", () => {
    expect(slowResultOf("long")).toMatch(/^3\d\d\d\n.*\n5000\n.*\[Showing lines .*This is a slow command\. Avoid re-running/s);
    const file = /all of it is in (\S+)\]$/.exec(slowResultOf("long"))?.[1] ?? "";
    expect(readFileSync(file, "utf8").split("\n")).toHaveLength(5001);
    expect(noticesOf(slowAnswer, commandOf(slow.long))[1]).toMatch(/^The full output is above/);
  });

  it("leaves the model's calls in pi's history as they were written", () => {
    const history = JSON.stringify(answer.events.filter(({ type }) => type === "message_end"));
    expect(history).toContain('"command":"seq 1 30 | head -5"');
    expect(history).toContain('"old_string":"before"');
    expect(history).not.toContain("PIPESTATUS");
  });
});

it("knows each of the eighteen filters", () => {
  const filters = ["head", "tail", "grep x", "egrep x", "fgrep x", "rg x", "sed -n 1p", "awk '{print $1}'", "cut -c1"];
  const more = ["sort", "uniq", "wc -l", "less", "more", "column -t", "jq .a", "yq .a", "tr a b"];
  const input = [...filters, ...more].map((filter) => JSON.stringify(`npm test | ${filter}`)).join("\n");
  const { stdout } = toolgenProcess(temporaryFolder(), ["guard"], { input });
  const decisions = stdout
    .trim()
    .split("\n")
    .map((line): object => JSON.parse(line));
  expect(decisions).toHaveLength(18);
  expect(decisions).toEqual(
    [...filters, ...more].map((pipeline) => expect.objectContaining({ strip: true, cleaned: "npm test", pipeline })),
  );
});

it("calls a command slow from ten seconds on, unless a spec says otherwise", () => {
  const folder = builtProject({ "toolgen.yaml": config, ...specs });
  expect(readFileSync(join(folder, "generated/pi/overrides/bash.cjs"), "utf8")).toMatch(/"?slowMs"?: ?(?:10000|1e4)/);
});
