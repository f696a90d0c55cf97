import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { callToolAsync } from "../../kit/printed.js";
import { builtProject, projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";
import { call, loadTool, reportFiles, reportProject } from "./project.js";

const project = reportProject();
const run = (mode: string) => call(project, "report", { text: "hi", mode });

it("hands a handler the repaired arguments with defaults, and answers its text", () => {
  expect(call(project, "report", { message: "hi", limit: "7" })).toEqual({ status: 0, stdout: "hi 7 true", stderr: "" });
  expect(call(project, "report", { text: "hi" }).stdout).toBe("hi 5 true");
});

it.each([
  ["data", '{\n  "list": [\n    5\n  ]\n}'],
  ["nothing", "(no output)\n"],
  ["content", "one\ntwo"],
  ["noisy", "calm"],
  ["leaves", "done"],
])("answers what a handler returned, however it did (%s)", (mode, stdout) => {
  expect(run(mode)).toEqual({ status: 0, stdout, stderr: "" });
});

it.each([
  ["refusal", "Not today."],
  ["throws", "The handler failed: Error: deep hi\n    at deep (lib/deep.ts:3:9)\n    at Object.throws (lib/report.ts:18:25)\n"],
  ["advises", "Give a shorter text.\n"],
  ["odd", 'The handler failed: it threw "a text".\n'],
  ["exits", "The handler ended the process with code 0 before it returned a result.\n"],
  ["hangs", "The handler returned a promise that never settles.\n"],
  ["loses", "The handler failed: TypeError: lost\n    at Object.loses (lib/report.ts:26:25)\n"],
  ["circular", "The handler's result can't be converted to JSON: Converting circular structure to JSON"],
  ["huge", "The handler's result can't be converted to JSON: Do not know how to serialize a BigInt"],
])("tells how a handler failed, at the lines of its TypeScript (%s)", (mode, told) => {
  const { status, stdout, stderr } = run(mode);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toContain(told);
  expect(stderr.split("\n").filter((line) => /node:|generated\/|toolgen-handler/.test(line))).toEqual([]);
});

it("says where the TypeScript is also when it is called from the specs in memory", () => {
  const { status, stderr } = toolgen(project, ["call", "report", '{"text":"hi","mode":"throws"}']);
  expect(status).toBe(1);
  expect(stderr).toContain("    at deep (lib/deep.ts:3:9)\n");
});

it("ends a handler that is aborted, which is told by its signal, and shows what it says meanwhile", async () => {
  const told: string[] = [];
  const abort = new AbortController();
  const called = callToolAsync(
    loadTool(project, "report"),
    { text: "hi", mode: "waits" },
    {
      workspace: project,
      projectDir: project,
      env: process.env,
      signal: abort.signal,
      updateOutput: (text) => {
        told.push(text);
        if (text.includes("waiting")) abort.abort(new Error("enough"));
      },
    },
  );
  await expect(called).rejects.toThrow("enough");
  expect(told.at(-1)).toContain("waiting\nstopped\n");
});

it("ends a handler at its time limit, at once if it takes no signal", () => {
  const spec = "name: doze\ndescription: Sleep.\nkind: read\ntimeout: 1s\nhandler: ./doze.js#doze\n";
  const folder = builtProject({
    "tools.d/doze.yaml": spec,
    "tools.d/doze.js": "export const doze = () => new Promise((resolve) => setTimeout(resolve, 60_000));\n",
  });
  const { status, stderr } = call(folder, "doze", {});
  expect({ status, stderr }).toEqual({ status: 124, stderr: "doze.js was ended: it took longer than 1 s.\n" });
});

it("runs a handler by the Node that runs the call, whatever PATH says", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "node"), "#!/bin/sh\nexit 9\n", { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}:/usr/bin:/bin` };
  const context = { workspace: project, projectDir: project, env, signal: new AbortController().signal };
  expect(await callToolAsync(loadTool(project, "report"), { text: "hi" }, context)).toMatchObject({ exitCode: 0, stdout: "hi 5 true" });
});

it("gives a handler its secrets, and shows them nowhere else", () => {
  const handler = `export const tell = (_args: unknown, { secrets }: { secrets: { TOKEN: string } }) => \`\${secrets.TOKEN.length} \${secrets.TOKEN}\`;\n`;
  const spec = "name: tell\ndescription: Tell a secret.\nkind: read\nsecrets: [TOKEN]\nhandler: ./tell.ts#tell\n";
  const folder = builtProject({ "tools.d/tell.yaml": spec, "tools.d/tell.ts": handler });
  expect(call(folder, "tell", {}, { TOKEN: "sesame" })).toEqual({ status: 0, stdout: "6 [secret]", stderr: "" });
  expect(call(folder, "tell", {}, { TOKEN: "" }).status).toBe(2);
});

it("bundles packages, so that a call needs no node_modules, and the same bytes wherever the project lies", () => {
  const files = {
    "tools.d/shout.yaml": "name: shout\ndescription: Shout.\nkind: read\nhandler: ./shout.js#shout\n",
    "tools.d/shout.js": 'import { loud } from "loud";\nexport const shout = () => loud("hey");\n',
    "node_modules/loud/package.json": '{ "name": "loud", "main": "main.js" }',
    "node_modules/loud/main.js": "/*! Loud, by its author. */\nexports.loud = (text) => text.toUpperCase() + '!';\n",
  };
  const folder = builtProject(files);
  const elsewhere = join(temporaryFolder(), "a", "b");
  mkdirSync(elsewhere, { recursive: true });
  cpSync(projectOf(files), elsewhere, { recursive: true });
  expect(toolgen(elsewhere, ["build"]).status).toBe(0);
  const bundle = (root: string) => ["cjs", "cjs.map"].map((end) => readFileSync(join(root, `generated/bin/handlers/shout.${end}`), "utf8"));
  expect(bundle(elsewhere)).toEqual(bundle(folder));
  expect(bundle(folder).join("\n")).not.toContain(folder);
  expect(bundle(folder)[0]).toContain("/*! Loud, by its author. */");
  rmSync(join(folder, "node_modules"), { recursive: true });
  rmSync(join(folder, "tools.d"), { recursive: true });
  expect(call(folder, "shout", {})).toEqual({ status: 0, stdout: "HEY!", stderr: "" });
});

it("lets no tool write the files that a handler is made of", () => {
  const touch =
    "name: touch\ndescription: Touch a file.\nkind: edit\nschema: { properties: { file: { type: string } }, required: [file] }\npaths: { file: write }\ncommand: [touch, '{{file}}']\n";
  const folder = builtProject({ ...reportFiles, "tools.d/touch.yaml": touch });
  for (const file of ["lib/report.ts", "lib/deep.ts"]) {
    const { status, stderr } = call(folder, "touch", { file });
    expect(status).toBe(2);
    expect(stderr).toContain("a tool spec");
  }
  expect(call(folder, "touch", { file: "lib/other.ts" }).status).toBe(0);
});

it("tests examples by running the handler, unless its tool is dangerous", () => {
  const examples = 'examples:\n  - { name: says it, params: { text: hi }, expect: { contains: "hi 5" } }\n';
  const spec = reportFiles["tools.d/report.yaml"] + examples;
  const safe = projectOf({ ...reportFiles, "tools.d/report.yaml": spec });
  expect(toolgen(safe, ["test"])).toMatchObject({ status: 0, stderr: "" });
  const dangerous = projectOf({ ...reportFiles, "tools.d/report.yaml": `${spec}risk: dangerous\n` });
  const { status, stdout } = toolgen(dangerous, ["test"]);
  expect(status).toBe(1);
  expect(stdout).toContain("the call is dangerous");
  expect(stdout).toContain("expect `params`");
});
