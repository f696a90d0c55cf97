import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { leftProcesses, newMarker, startedProcesses } from "../../call/process/marked-processes.js";
import { brokenTool, projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";

interface Result {
  readonly tool: string;
  readonly example: string;
  readonly status: string;
  readonly problems: readonly { readonly key: string; readonly message: string; readonly line: number }[];
  readonly notices: readonly string[];
  readonly file: string;
  readonly line: number;
  readonly durationMs: number;
}

/** A tool that counts lines, with these examples. */
const counting = (...examples: readonly string[]) => `name: count_lines
description: Count the lines of files.
kind: read
schema:
  properties:
    files: { type: array, items: { type: string }, minItems: 1, description: Files to count. }
    body: { type: string, description: What is counted besides. }
  required: [files]
aliases: { files: [paths] }
paths: { "files[]": read }
command: [wc, -l, --, "{{#each files}}{{this}}{{/each}}"]
stdin: "{{body}}"
summary: Count {{join files " and "}}
env: [COUNT_MODE]
exitCodes: { 4: { error: Try another file. } }
examples:
${examples.map((example) => `  - ${example}\n`).join("")}`;

/** A tool that runs a command, with one example. */
const running = ({
  name = "run_it",
  kind = "read",
  command,
  example,
}: {
  name?: string;
  kind?: string;
  command: string;
  example: string;
}) => `name: ${name}\ndescription: Run it.\nkind: ${kind}\ncommand: ${command}\nexamples: [${example}]\n`;

const fake = (stdout: string, more = "") => `given: { bin: { wc: { stdout: ${JSON.stringify(stdout)}${more} } } }`;

function tested(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const project = projectOf(Object.fromEntries(Object.entries(files).map(([name, text]) => [`tools.d/${name}`, text])));
  const { status, stdout, stderr } = toolgen(project, ["test", "--json", ...args]);
  expect(stderr).toBe("");
  return { status, results: JSON.parse(stdout) as readonly Result[] };
}

const briefly = ({ results }: { readonly results: readonly Result[] }) =>
  Object.fromEntries(results.map(({ example, status, problems }) => [example, [status, ...problems.map(({ key }) => key)].join(" ")]));

it("judges what a call comes to without starting anything", () => {
  const examples = [
    'name: right, params: { paths: [a.txt], body: "x\\n" }, expect: { params: { files: [a.txt] }, argv: [wc, -l, --, a.txt], cwd: "{{@workspace}}", stdin: "x\\n", risk: safe, requiresConfirmation: false, summary: Count a.txt }',
    "name: other arguments, params: { paths: [a.txt] }, expect: { argv: [wc, -l, --, b.txt] }",
    "name: other params, params: { paths: [a.txt] }, expect: { params: { files: [b.txt] } }",
    "name: another folder, params: { paths: [a.txt] }, expect: { cwd: src }",
    "name: another input, params: { paths: [a.txt] }, expect: { stdin: y }",
    "name: another risk, params: { paths: [a.txt] }, expect: { risk: dangerous, requiresConfirmation: true }",
    "name: another summary, params: { paths: [a.txt] }, expect: { summary: Count }",
    "name: refused as expected, params: { files: [../a.txt] }, expect: { error: outside its root }",
    "name: refused otherwise, params: { files: [] }, expect: { error: outside its root }",
    "name: refused, params: { files: [../a.txt] }, expect: { argv: [wc] }",
    "name: not refused, params: { files: [a.txt] }, expect: { error: outside }",
    "name: says nothing, params: { files: [a.txt] }",
  ];
  const answer = tested({ "count.yaml": counting(...examples.map((example) => `{ ${example} }`)) });
  expect(briefly(answer)).toEqual({
    right: "passed",
    "other arguments": "failed argv",
    "other params": "failed params",
    "another folder": "failed cwd",
    "another input": "failed stdin",
    "another risk": "failed risk requiresConfirmation",
    "another summary": "failed summary",
    "refused as expected": "passed",
    "refused otherwise": "failed error",
    refused: "failed params",
    "not refused": "failed error",
    "says nothing": "passed",
  });
  expect(answer.status).toBe(1);
});

it("runs the real program on given files, and finds out what it printed and left", () => {
  const examples = [
    'name: prints, given: { files: { src/a.txt: "1\\n2\\n" } }, params: { files: [src/a.txt] }, expect: { equals: 2 src/a.txt, exitCode: 0 }',
    'name: leaves, given: { files: { a.txt: "1\\n" } }, params: { files: [a.txt] }, expect: { files: { a.txt: "1\\n" } }',
    "name: fails, params: { files: [a.txt] }, expect: { exitCode: 1, contains: [a.txt, wc exited with code 1] }",
    "name: fails unexpectedly, params: { files: [a.txt] }, expect: { notContains: secret }",
  ];
  const answer = tested({ "count.yaml": counting(...examples.map((example) => `{ ${example} }`)) });
  expect(briefly(answer)).toEqual({ prints: "passed", leaves: "passed", fails: "passed", "fails unexpectedly": "failed exitCode" });
});

it("sees what a program wrote into the workspace, and nothing of it in the next example", () => {
  const write = (name: string, example: string) => running({ name, kind: "edit", command: "[sh, write.sh]", example });
  const script = 'write.sh: "echo $((1 + $(cat count 2>/dev/null || echo 0))) > count; pwd > where\\n"';
  const files = `given: { files: { ${script} } }`;
  const expected = 'expect: { files: { count: "1\\n", where: "{{@workspace}}\\n" } }';
  const one = `{ name: one, ${files}, ${expected} }, { name: two, ${files}, ${expected} }`;
  expect(briefly(tested({ "write.yaml": write("write_it", one) }))).toEqual({ one: "passed", two: "passed" });
});

it("puts fake programs first on PATH, also for a dangerous tool", () => {
  const examples = [
    `{ name: result, ${fake("it's 7\n")}, params: { files: [a.txt] }, expect: { equals: "it's 7", exitCode: 0 } }`,
    `{ name: advice, ${fake("", ", stderr: gone, exit: 4")}, params: { files: [a.txt] }, expect: { exitCode: 4, contains: [Try another file., gone] } }`,
    `{ name: not that, ${fake("7\n")}, params: { files: [a.txt] }, expect: { contains: "8" } }`,
  ];
  const removal = running({
    name: "remove_it",
    kind: "delete",
    command: "[rm, -rf, x]",
    example: "{ name: dangerous, given: { bin: { rm: { stdout: gone } } }, expect: { contains: gone } }",
  });
  expect(briefly(tested({ "count.yaml": counting(...examples), "remove.yaml": removal }))).toEqual({
    result: "passed",
    advice: "passed",
    "not that": "failed contains",
    dangerous: "passed",
  });
});

it("never runs the real program of what is dangerous", () => {
  const marked = temporaryFolder();
  const touch = (name: string, given: string) =>
    running({
      name,
      kind: "execute",
      command: JSON.stringify(["touch", `${marked}/ran`]),
      example: `{ name: ${name}, ${given} expect: { exitCode: 0 } }`,
    });
  const files = { "a.yaml": touch("alone", ""), "b.yaml": touch("beside_a_fake", "given: { bin: { rm: {} } },") };
  expect(briefly(tested(files))).toEqual({ alone: "failed given", beside_a_fake: "failed given" });
  expect(readdirSync(marked)).toEqual([]);
});

it("lets a program see of the environment what the machine gives to all, and what the example gives", () => {
  const example = (name: string, given: string, expected: string) =>
    `{ name: ${name}, given: { ${given} bin: { wc: {} } }, params: { files: [a.txt] }, expect: { ${expected} } }`;
  const print = `name: show_environment
description: Show it.
kind: read
command: [env]
env: [COUNT_MODE]
examples:
  - { name: given, given: { env: { COUNT_MODE: slow } }, expect: { contains: [COUNT_MODE=slow, PATH=] } }
  - { name: not given, expect: { notContains: COUNT_MODE } }
`;
  const project = projectOf({ "tools.d/print.yaml": print, "tools.d/count.yaml": counting(example("faked", "", "equals: (no output)")) });
  const { stdout } = toolgen(project, ["test", "--json"], { env: { COUNT_MODE: "fast" } });
  expect(briefly({ results: JSON.parse(stdout) })).toEqual({ faked: "passed", given: "passed", "not given": "passed" });
});

it("judges risk, confirmation and impact by the arguments of the call, and so whether its program may be run", () => {
  const spec = `name: delete_files
description: Delete files.
kind: delete
schema: { properties: { file: { type: string }, dryRun: { type: boolean } }, required: [file] }
paths: { file: write }
risk:
  impact: "Deletes {{file}}."
  rules: [{ when: { dryRun: true }, level: safe, impact: "" }]
command: [echo, --, "{{#if dryRun}}would{{/if}}", "{{file}}"]
`;
  const examples = `examples:
  - { name: all, params: { file: a }, expect: { risk: dangerous, requiresConfirmation: true, impact: Deletes a. } }
  - { name: dry, params: { file: a, dryRun: true }, expect: { risk: safe, requiresConfirmation: false, impact: "" } }
  - { name: wrong, params: { file: a }, expect: { impact: Nothing. } }
  - { name: run, params: { file: a }, expect: { contains: a } }
  - { name: run dry, params: { file: a, dryRun: true }, expect: { contains: would a } }
`;
  expect(briefly(tested({ "delete.yaml": spec + examples }))).toEqual({
    all: "passed",
    dry: "passed",
    wrong: "failed impact",
    run: "failed given",
    "run dry": "passed",
  });
});

it("skips what this machine can't judge, says why, and fails for it only when asked", () => {
  const examples = ["{ name: elsewhere, given: { platform: windows }, params: { files: [a.txt] }, expect: { argv: [x] } }"];
  const missing = running({ command: "[no-such-program-anywhere]", example: "{ name: missing, expect: { exitCode: 0 } }" });
  const files = { "count.yaml": counting(...examples), "missing.yaml": missing };
  const answer = tested(files);
  expect(briefly(answer)).toEqual({ elsewhere: "skipped", missing: "skipped" });
  const notices = Object.fromEntries(answer.results.map(({ example, notices }) => [example, notices.join(" ")]));
  expect(notices.elsewhere).toContain("it is for windows");
  expect(notices.missing).toContain("no-such-program-anywhere is not installed");
  expect(tested({ "missing.yaml": missing }).status).toBe(0);
  expect(tested({ "missing.yaml": missing }, "--strict").status).toBe(1);
});

it("runs no real program where what the tool requires is missing or too old, and a fake all the same", () => {
  const real = "{ name: real, expect: { contains: x } }";
  const faked = "{ name: faked, given: { bin: { printf: { stdout: x } } }, expect: { contains: x } }";
  const requiring = (name: string, requires: string) =>
    running({ name, command: "[printf, x]", example: `${real}, ${faked}` }).replace("examples:", `requires: ${requires}\nexamples:`);
  const own = requiring("own", '{ node: ">=20" }');
  expect(briefly(tested({ "own.yaml": own }))).toEqual({ real: "passed", faked: "passed" });
  const old = tested({ "old.yaml": requiring("old", '{ node: ">=9999" }') });
  expect(briefly(old)).toEqual({ real: "skipped", faked: "passed" });
  expect(old.results.flatMap(({ notices }) => notices)).toEqual([expect.stringContaining(">=9999 is needed")]);
  const missing = tested({ "missing.yaml": requiring("missing", "{ no-such-program-anywhere: '*' }") });
  expect(briefly(missing)).toEqual({ real: "skipped", faked: "passed" });
});

it("skips the examples of a tool that doesn't run on this platform", () => {
  const absent = running({ command: "[printf, x]", example: "{ name: call, expect: { argv: [printf, x] } }" });
  const nowhere = `platforms: { linux: false, macos: false, windows: false }\nexamples:`;
  const answer = tested({ "absent.yaml": absent.replace("examples:", nowhere) });
  expect(briefly(answer)).toEqual({ call: "skipped" });
  expect(answer.results[0]?.notices).toEqual([expect.stringContaining("doesn't run on")]);
});

it("tells where an expectation stands that doesn't hold, what was expected, what came, and where the two part", () => {
  const examples = ["name: an alias\n    params: { paths: [a.txt] }\n    expect:\n      risk: safe\n      argv: [wc, --lines, --, a.txt]"];
  const project = projectOf({ "tools.d/count.yaml": counting(...examples) });
  const { status, stdout, stderr } = toolgen(project, ["test"]);
  expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
  expect(stdout).toBe(`failed  count_lines: an alias
  tools.d/count.yaml:21 - argv differs: - expected, + got
      "wc"
    - "--lines"
    + "-l"
        ^
      "--"
      "a.txt"

0 passed, 1 failed, 0 skipped
`);
});

it("answers machines with an array of all results, in the order of tools and examples", () => {
  const examples = [`{ name: b, ${fake("1\n")}, params: { files: [x] }, expect: { contains: "2" } }`, "{ params: { files: [x] } }"];
  const other = running({ name: "a_tool", command: "[wc]", example: "{ name: z }" });
  const { results } = tested({ "count.yaml": counting(...examples), "z.yaml": other });
  expect(results).toEqual([
    {
      tool: "a_tool",
      example: "z",
      status: "passed",
      problems: [],
      notices: [],
      file: "tools.d/z.yaml",
      line: 5,
      durationMs: expect.any(Number),
    },
    {
      tool: "count_lines",
      example: "b",
      status: "failed",
      problems: [{ key: "contains", message: 'the result doesn\'t contain "2"', got: "1\n", line: 17 }],
      notices: [],
      file: "tools.d/count.yaml",
      line: 17,
      durationMs: expect.any(Number),
    },
    expect.objectContaining({ tool: "count_lines", example: "example 2", status: "passed", line: 18 }),
  ]);
});

it("tests the examples of one tool, by any of its names, or those whose name holds a text", () => {
  const files = {
    "a.yaml": running({ name: "a_tool", command: "[wc]", example: "{ name: one }, { name: two }" }),
    "b.yaml": running({ name: "b_tool", command: "[wc]", example: "{ name: two }" }),
  };
  const named = (...args: readonly string[]) => tested(files, ...args).results.map(({ tool, example }) => `${tool} ${example}`);
  expect(named("a_tool")).toEqual(["a_tool one", "a_tool two"]);
  expect(named("--filter", "wo")).toEqual(["a_tool two", "b_tool two"]);
  const project = projectOf({ "tools.d/a.yaml": files["a.yaml"] });
  expect(toolgen(project, ["test", "a_tol"])).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining("Did you mean 'a_tool'?"),
  });
  expect(toolgen(project, ["test", "--filter", "three"])).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining("'three'"),
  });
});

it("colours when it is asked to, and shows no control character of a program", () => {
  const example = `{ name: bell, ${fake("\u001b[31mred\u0007\n")}, params: { files: [x] }, expect: { contains: blue } }`;
  const project = projectOf({ "tools.d/count.yaml": counting(example) });
  expect(toolgen(project, ["test"]).stdout).not.toMatch(/[\u001b\u0007]/);
  const colored = toolgen(project, ["test", "--color"]).stdout;
  expect(colored).toContain("\u001b[31mfailed");
  expect(colored).not.toMatch(/\u001b\[31mred|\u0007/);
});

it("tests nothing while the specs have errors", () => {
  const project = projectOf({ "tools.d/say.yaml": brokenTool });
  expect(toolgen(project, ["test"])).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("unknown-kind") });
});

it("leaves nothing behind, whatever the examples did", () => {
  const temporary = temporaryFolder();
  const messy = running({
    kind: "edit",
    command: "[sh, mess.sh]",
    example:
      '{ name: mess, given: { files: { mess.sh: "mkdir -p a/b; echo > a/b/c; chmod 500 a/b; echo > \\"$TMPDIR/x\\"; exit 3\\n" } }, expect: { exitCode: 0 } }',
  });
  const project = projectOf({ "tools.d/messy.yaml": messy });
  expect(toolgen(project, ["test"], { env: { TMPDIR: temporary } }).status).toBe(1);
  expect(readdirSync(temporary)).toEqual([]);
});

it("ends what runs and removes its folders when it is interrupted", async () => {
  const temporary = temporaryFolder();
  const marker = newMarker();
  const script = "trap 'exit 0' TERM; while :; do sleep 1; done";
  const slow = (name: string) =>
    running({ name, command: JSON.stringify(["sh", "-c", script, marker]), example: "{ name: slow, expect: { exitCode: 0 } }" });
  const project = projectOf({ "tools.d/slow.yaml": slow("slow_tool") });
  const program = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));
  const child = spawn(process.execPath, [program, "test"], { cwd: project, env: { ...process.env, TMPDIR: temporary }, stdio: "ignore" });
  await startedProcesses(marker, 1);
  expect(readdirSync(temporary)).toHaveLength(1);
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([130, null]);
  expect(readdirSync(temporary)).toEqual([]);
  expect(await leftProcesses(marker)).toEqual([]);
});
