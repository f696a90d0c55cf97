import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { projectOf } from "../kit/project.js";
import { repeat } from "../kit/repeat.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { toolgen } from "../kit/toolgen.js";

const spec = `
name: send
description: Send.
kind: execute
schema:
  properties:
    body: { type: string }
    event: { type: object }
    then: { type: string, enum: [print, env, leak, fail, stderr, file, list] }
  required: [then]
secrets: { API_TOKEN: Token of the service. }
tempFiles: { body: "{{body}}", event: { text: '{"e":{{json event}},"t":"{{@secret.API_TOKEN}}"}', suffix: .json } }
env: { set: { AUTHORIZATION: "Bearer {{@secret.API_TOKEN}}" } }
stdin: "token={{@secret.API_TOKEN}}"
command: [node, "{{@specDir}}/send.cjs", "{{then}}", "{{@tempDir}}", "--body={{@temp.body}}", "--event={{@temp.event}}"]
---
name: draw
description: Draw.
kind: read
schema: { properties: { how: { type: string, enum: [well, not, link, pipe, big] } }, required: [how] }
command: [node, "{{@specDir}}/draw.cjs", "{{how}}", "{{@tempDir}}/out.txt"]
output: { file: "{{@tempDir}}/out.txt" }
`;

const send = `
const fs = require("node:fs");
const [then, dir, ...files] = process.argv.slice(2);
const stdin = fs.readFileSync(0, "utf8");
const token = process.env.API_TOKEN;
const say = {
  print: () => console.log(JSON.stringify({ files: files.map((f) => f.replace(/^--\\w+=/, "")).map((f) => [f, fs.readFileSync(f, "utf8").replaceAll(token, "T"), (fs.statSync(f).mode & 0o777).toString(8)]), mode: (fs.statSync(dir).mode & 0o777).toString(8) })),
  list: () => console.log(JSON.stringify([files.length, fs.readdirSync(dir)])),
  env: () => console.log([process.env.AUTHORIZATION === "Bearer " + token, stdin === "token=" + token, Object.keys(process.env).includes("OTHER")].join()),
  leak: () => console.log([token, JSON.stringify(token), encodeURIComponent(token), Buffer.from(token).toString("base64"), stdin, "x".repeat(60000)].join("\\n")),
  fail: () => { console.log(token); console.error("refused " + token); process.exit(3); },
  stderr: () => console.error("warned of " + token),
  file: () => fs.writeFileSync(process.cwd() + "/leaked.txt", "nothing"),
};
say[then]();
`;

const draw = `
const fs = require("node:fs");
const [how, file] = process.argv.slice(2);
console.log("printed");
if (how === "well") fs.writeFileSync(file, "drawn");
if (how === "link") fs.symlinkSync("/dev/zero", file);
if (how === "pipe") require("node:child_process").execFileSync("mkfifo", [file]);
if (how === "big") { fs.writeFileSync(file, ""); fs.truncateSync(file, 65 * 1024 * 1024); }
`;

const token = 's3cr"et/ü token';
let project: string;
let temporary: string;

beforeAll(() => {
  project = projectOf(Object.fromEntries(spec.split("---\n").map((text, i) => [`tools.d/${i}.yaml`, text])));
  writeFileSync(join(project, "tools.d/send.cjs"), send);
  writeFileSync(join(project, "tools.d/draw.cjs"), draw);
  temporary = temporaryFolder();
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0, stderr: "" });
});

function call(tool: string, params: object, env: Readonly<Record<string, string | undefined>> = { API_TOKEN: token }) {
  const given = { PATH: process.env.PATH, TMPDIR: temporary, OTHER: "x", ...env };
  const { status, stdout, stderr } = spawnSync(join(project, "generated/bin/call"), [tool], {
    cwd: project,
    env: given,
    input: JSON.stringify(params),
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

/** Everything that calls have left. */
const left = () => readdirSync(temporary, { recursive: true, encoding: "utf8" }).filter((name) => /call-/.test(name));

it("writes the files of a call, its user's alone, and removes them", () => {
  const { status, stdout } = call("send", { then: "print", body: "héllo", event: { a: 1 } });
  expect(status).toBe(0);
  const { files, mode } = JSON.parse(stdout);
  expect(mode).toBe("700");
  expect(files).toEqual([
    [expect.stringMatching(/\/toolgen-\d+\/call-[0-9a-f]{32}\/body$/), "héllo", "600"],
    [expect.stringMatching(/\/event\.json$/), '{"e":{"a":1},"t":"T"}', "600"],
  ]);
  expect(left()).toEqual([]);
});

it("writes no file whose text is absent, and leaves its argument out", () => {
  const { stdout } = call("send", { then: "list" });
  expect(JSON.parse(stdout)).toEqual([1, ["event.json"]]);
});

it("gives secrets to the program alone, and nothing else of the environment", () => {
  expect(call("send", { then: "env" }).stdout).toBe("true,true,false\n");
});

it("starts nothing while a secret isn't set, and says which and what it is", () => {
  for (const env of [{}, { API_TOKEN: "" }]) {
    const { status, stderr } = call("send", { then: "print" }, env);
    expect([status, stderr]).toEqual([2, expect.stringContaining("The secret API_TOKEN (Token of the service) is not set.")]);
  }
});

it("never shows a secret: not in results, failures, warnings, full outputs, dry runs", () => {
  const forms = [token, JSON.stringify(token).slice(1, -1), encodeURIComponent(token), Buffer.from(token).toString("base64")];
  const ways = ["leak", "fail", "stderr"];
  for (const then of Array.from({ length: repeat({ usual: 6, soak: 51 }) }, (_, i) => ways[i % ways.length])) {
    const { stdout, stderr } = call("send", { then });
    for (const form of forms) expect(stdout + stderr).not.toContain(form);
    expect(stdout + stderr).toContain("[secret]");
  }
  const dry = spawnSync(process.execPath, [join(process.cwd(), "dist/cli/main.js"), "call", "send", '{"then":"leak"}', "--dry-run"], {
    cwd: project,
    env: { PATH: process.env.PATH, TMPDIR: temporary, API_TOKEN: token },
    encoding: "utf8",
  });
  expect([dry.status, JSON.parse(dry.stdout).stdin]).toEqual([0, "token=[secret]"]);
  const files = readdirSync(temporary, { recursive: true, encoding: "utf8" })
    .map((name) => join(temporary, name))
    .filter((path) => statSync(path).isFile());
  expect(files.length).toBeGreaterThan(0);
  for (const path of files) for (const form of forms) expect(readFileSync(path, "utf8")).not.toContain(form);
});

it("reads the result from the file that the spec names, and says what is wrong with it", () => {
  expect(call("draw", { how: "well" })).toEqual({ status: 0, stdout: "drawn\n".trimEnd(), stderr: "" });
  expect(call("draw", { how: "not" })).toMatchObject({ status: 1, stderr: expect.stringContaining("the program has written no") });
  expect(call("draw", { how: "link" }).stderr).toContain("is not a regular file");
  expect(call("draw", { how: "pipe" }).stderr).toContain("is not a regular file");
  expect(call("draw", { how: "big" }).stderr).toContain("is larger than 64 MiB");
  expect(left()).toEqual([]);
});

it("uses no folder that isn't the user's own", () => {
  const shared = temporaryFolder();
  const elsewhere = temporaryFolder();
  mkdirSync(join(elsewhere, "x"));
  spawnSync("ln", ["-s", elsewhere, join(shared, `toolgen-${process.getuid?.()}`)]);
  const { status, stderr } = call("draw", { how: "well" }, { TMPDIR: shared });
  expect([status, stderr]).toEqual([1, expect.stringContaining("The files of this call can't be written")]);
  expect(readdirSync(elsewhere)).toEqual(["x"]);
});

it("tests examples with secrets and files of the call's own", () => {
  const folder = projectOf({
    "tools.d/a.yaml": `name: a
description: A.
kind: read
secrets: [TOKEN]
tempFiles: { body: { text: hello, suffix: .txt } }
stdin: "{{@secret.TOKEN}}"
command: [cat, "{{@temp.body}}", "{{@tempDir}}/../x"]
examples:
  - given: { secrets: { TOKEN: tok1 } }
    expect: { argv: [cat, "{{@temp.body}}", "{{@tempDir}}/../x"], stdin: tok1 }
  - given: { secrets: { TOKEN: tok1 }, bin: { cat: { stdout: "tok1 and u" } } }
    expect: { equals: "[secret] and u" }
  - expect: { error: The secret TOKEN is not set }
  - given: { secrets: { TOKEN: tok1 } }
    expect: { argv: [cat, "{{@tempDir}}/other"] }
`,
  });
  const { status, stdout } = toolgen(folder, ["test", "--strict"]);
  expect([status, stdout]).toEqual([1, expect.stringContaining("3 passed")]);
  expect(stdout).toContain("{{@temp.body}}");
});

it("does without a secret that is optional, and hides it where it is set", () => {
  const folder = projectOf({
    "tools.d/a.yaml": `name: a
description: A.
kind: read
secrets: { TOKEN: { description: Of the items., optional: true }, OTHER: Of others. }
env: { set: { AUTHORIZATION: "{{@secret.TOKEN}}" } }
stdin: "{{@secret.TOKEN}}"
command: [cat]
examples:
  - given: { secrets: { OTHER: o } }
    expect: { stdin: "" }
  - given: { secrets: { OTHER: o, TOKEN: t-12 } }
    expect: { stdin: t-12 }
  - given: { secrets: { OTHER: o, TOKEN: t-12 } }
    expect: { equals: "[secret]" }
  - given: { secrets: { TOKEN: t-12 } }
    expect: { error: The secret OTHER (Of others) is not set }
---
name: b
description: B.
kind: read
schema: { properties: {} }
secrets: { TOKEN: { optional: true } }
handler: ../b.ts#b
examples:
  - expect: { equals: "no token" }
  - given: { secrets: { TOKEN: t-12 } }
    expect: { equals: "it is [secret]" }
`,
    "b.ts": `import type { HandlerContext } from "toolgen/runtime";
export const b = (_args: object, { secrets }: HandlerContext<"TOKEN">) => (secrets.TOKEN === "" ? "no token" : "it is " + secrets.TOKEN);
`,
  });
  const { status, stdout, stderr } = toolgen(folder, ["test", "--strict"]);
  expect([status, stderr], stdout).toEqual([0, ""]);
});

it.each([
  ["command: [wc, '{{@secret.A}}']\nsecrets: [A]", "secret-shown"],
  ["command: [wc]\ncwd: '/tmp/{{@secret.A}}'\nsecrets: [A]", "secret-shown"],
  ["command: [wc]\nsummary: '{{@secret.A}}'\nsecrets: [A]", "secret-shown"],
  ["command: [wc]\nstdin: '{{@secret.AB}}'\nsecrets: [ABC]", "unknown-name"],
  ["command: [wc, '{{@temp.boddy}}']\ntempFiles: { body: x }", "unknown-name"],
  ["command: [wc]\noutput: { file: '{{x}}' }\nschema: { properties: { x: { type: string } } }", "output-file-not-a-path"],
  ["command: [wc]\ntempFiles: { body: { text: x, suffix: /../x } }", "bad-value"],
  ["command: [wc]\nsecrets: { A: { optional: maybe } }", "wrong-type"],
])("refuses %s", (lines, code) => {
  const folder = projectOf({ "tools.d/a.yaml": `name: a\ndescription: A.\nkind: read\n${lines}\n` });
  const { status, stdout } = toolgen(folder, ["check", "--format", "json"]);
  expect([status, JSON.parse(stdout).map((d: { readonly code: string }) => d.code)]).toEqual([1, expect.arrayContaining([code])]);
  expect(existsSync(join(folder, "generated"))).toBe(false);
});
