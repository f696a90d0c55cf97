import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { brokenTool, projectOf, sayTool } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const program = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));
let folder: string;
beforeAll(() => {
  folder = projectOf({ "tools.d/say.yaml": sayTool });
});

const answers = (args: readonly string[], input: string | Buffer, where = folder) => {
  const { status, stdout, stderr } = toolgen(where, ["repair", ...args, "--jsonl"], { input });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/^$|\n$/);
  return stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
};

it("shows what came, what is repaired and why, and the call that the tool gets", () => {
  expect(toolgen(folder, ["repair", "say", '{"message": "a b", "times": "2", "wait_for_previous": true}'])).toEqual({
    status: 0,
    stdout: `What came
  {"message":"a b","times":"2","wait_for_previous":true}

What is repaired
  wait_for_previous → nothing: A key that the client added for its own use was dropped.
  message → text: A declared other name became the parameter.
  times: A text that spells a number became it.

The call
  {
    "times": 2,
    "text": "a b"
  }
`,
    stderr: "",
  });
});

it("says so when there is nothing to repair", () => {
  expect(toolgen(folder, ["repair", "say", '{"text": "a", "times": 1}']).stdout).toContain("Nothing: the call is right.\n");
  expect(toolgen(folder, ["repair", "speak"], { input: '{"text": "a"}' }).stdout).toContain("Defaults are filled in.\n");
});

it.each(["{}", '{"text": "a", "txet": 1}', "null", "{", "[1, 2]"])("refuses %s with the text and the exit code of a call", (input) => {
  const called = toolgen(folder, ["call", "say", input]);
  expect(called.status).toBe(2);
  expect(toolgen(folder, ["repair", "say", input])).toEqual(called);
  expect(toolgen(folder, ["repair", "say"], { input })).toEqual(toolgen(folder, ["call", "say"], { input }));
});

it("answers with one object under --json", () => {
  const repaired = toolgen(folder, ["repair", "say", '{"message": "a"}', "--json"]);
  expect({ ...repaired, stdout: JSON.parse(repaired.stdout) }).toEqual({
    status: 0,
    stdout: { ok: true, params: { text: "a", times: 1 }, repairs: [{ rule: "alias", from: "message", to: "text" }] },
    stderr: "",
  });
  const refused = toolgen(folder, ["repair", "say", "{}", "--json"]);
  expect({ ...refused, stdout: JSON.parse(refused.stdout) }).toEqual({
    status: 2,
    stdout: { ok: false, error: expect.stringMatching(/^say was not run.*`text` is required/s) },
    stderr: "",
  });
});

it("answers each line with a line, in order, whatever a line holds", () => {
  const lines = ['{"message":"a"}', "nonsense", "", "  ", '{"text":1e999}', "[]\r", "(not UTF-8)", '\ufeff{"text":"b"}', '{"text":"c"}'];
  const got = answers(
    ["say"],
    Buffer.concat(lines.flatMap((line) => [line === "(not UTF-8)" ? Buffer.of(0xff) : Buffer.from(line), Buffer.from("\n")])),
  );
  expect(got.map(({ ok }) => ok)).toEqual([true, false, false, false, false, false, false, true, true]);
  expect(got[0]).toEqual({ ok: true, params: { text: "a", times: 1 }, repairs: [{ rule: "alias", from: "message", to: "text" }] });
  expect(got[1].error).toMatch(/^say was not run\. The line is not valid JSON: at character 1/);
  expect(got[2].error).toMatch(/^say was not run\. The line is empty\./);
  expect(got[3].error).toBe(got[2].error);
  expect(got[4].error).toMatch(/^say was not run\. The number 1e999 can't be passed on/);
  expect(got[5].error).toMatch(/must be one JSON object/);
  expect(got[6].error).toMatch(/is not UTF-8 text/);
  expect(got[8]).toEqual({ ok: true, params: { text: "c", times: 1 }, repairs: [] });
});

it("answers nothing where nothing is asked", () => {
  expect(answers(["say"], "")).toEqual([]);
  expect(answers(["say"], "\n")).toHaveLength(1);
});

it("answers a line before the next one comes", async () => {
  const child = spawn(process.execPath, [program, "repair", "say", "--jsonl"], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  for (const text of ["ä", "b".repeat(200_000), "c"]) {
    // In two parts: a character, too, may come in halves.
    const line = Buffer.from(`${JSON.stringify({ message: text })}\n`);
    child.stdin.write(line.subarray(0, 13));
    child.stdin.write(line.subarray(13));
    expect(JSON.parse((await lines.next()).value)).toMatchObject({ ok: true, params: { text } });
  }
  child.stdin.end();
  expect(await ended).toBe(0);
});

it("answers 5,000 lines to a reader that is slow, and survives one that leaves", async () => {
  const input = '{"message":"a"}\n'.repeat(5_000);
  expect(answers(["say"], input)).toHaveLength(5_000);
  const child = spawn(process.execPath, [program, "repair", "say", "--jsonl"], { cwd: folder, stdio: ["pipe", "pipe", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  child.stdout.once("data", () => child.stdout.destroy());
  await ended;
  expect(said).toBe("");
});

it("repairs for pi's own tools in this project", () => {
  const calls = [
    '{"file_path":"a.py","old_string":"x","new_string":"y","replace_all":false}',
    '{"path":"a","edits":"[]","replace_all":true}',
  ];
  const [first, second] = answers(["edit"], calls.join("\n"), root);
  expect(first).toMatchObject({ ok: true, params: { path: "a.py", edits: [{ oldText: "x", newText: "y" }] } });
  expect(second).toMatchObject({ ok: false, error: expect.stringContaining("`replace_all`") });
  expect(answers(["read"], '{"file":"a","limit":"5"}', root)).toMatchObject([{ ok: true, params: { path: "a", limit: 5 } }]);
});

it("wants one way of asking, a tool that is there, and specs that are right", () => {
  expect(toolgen(folder, ["repair", "say", "{}", "--jsonl"])).toMatchObject({ status: 2, stdout: "" });
  expect(toolgen(folder, ["repair", "say", "--json", "--jsonl"])).toMatchObject({ status: 2, stdout: "" });
  expect(toolgen(folder, ["repair", "sya", "{}"]).stderr).toContain("Did you mean 'say'?");
  const broken = projectOf({ "tools.d/say.yaml": brokenTool });
  expect(toolgen(broken, ["repair", "say", "{}"])).toMatchObject({
    status: 1,
    stdout: "",
    stderr: expect.stringContaining("unknown-kind"),
  });
});
