import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { projectOf } from "../kit/project.js";
import { program, toolgen } from "../kit/toolgen.js";
import { connectSdk, type SdkClientName, sdkClientNames } from "./connect.js";
import { servedOverHttp } from "./http/connect-http.js";

const specs = `prompt: review
description: Review a branch.
schema: { properties: { branch: { type: string }, file: { type: string }, other: { type: string }, depth: { enum: [quick, full] } } }
text: "Review {{branch}} {{file}} {{other}} {{depth}}."
complete:
  branch: { command: [printf, '%s\\n', main, Maintenance, topic, "", main] }
  file: { command: [printf, '%s\\n', "{{#if branch}}{{branch}}/{{file}}{{/if}}", "{{file}}"] }
  other: { command: [sh, -c, "echo no disk >&2; exit 3"] }
---
resource: rows
uriTemplate: notes://{table}/{row}/{slow}
description: A row of a table.
schema:
  properties: { table: { type: string }, row: { type: string }, slow: { type: string } }
  required: [table, row, slow]
text: "{{table}} {{row}} {{slow}}"
complete:
  table: { command: [seq, "1000", "1249"] }
  row: { command: [yes, a value that is not short] , timeout: 60s, env: { set: { LC_ALL: C } } }
  slow: { command: [sleep, "60"], timeout: 1s }
`.replace("[yes, a value that is not short]", `[sh, -c, 'yes "a value that is not short" | head -c 3000000 | nl']`);

let folder: string;
beforeAll(() => {
  folder = projectOf({ "toolgen.yaml": "version: 1\nserver: notes\n", "tools.d/all.yaml": specs });
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0, stderr: "" });
});

const places = ["standard input and output", "HTTP", "toolgen mcp"] as const;
const cases = sdkClientNames.flatMap((name) => places.map((over) => ({ name, over })));

async function connect({ name, over }: { readonly name: SdkClientName; readonly over: (typeof places)[number] }) {
  if (over === "HTTP") {
    const { url, logged } = await servedOverHttp(folder);
    return { client: await connectSdk(name, { url }), logged };
  }
  return { client: await connectSdk(name, { cwd: folder, ...(over === "toolgen mcp" && { program: [program, "mcp"] }) }), logged: [] };
}

const review = { type: "ref/prompt", name: "review" } as const;
const rows = { type: "ref/resource", uri: "notes://{table}/{row}/{slow}" } as const;

it.each(cases)("completes by commands for $name over $over", async (one) => {
  const { client } = await connect(one);
  const complete = async (name: string, value: string, known?: Readonly<Record<string, string>>) => {
    const { completion } = await client.complete({
      ref: review,
      argument: { name, value },
      ...(known && { context: { arguments: { ...known } } }),
    });
    return completion;
  };
  // This command prints all values, so the server selects those that begin with what was typed.
  expect(await complete("branch", "MAIN")).toEqual({ values: ["main", "Maintenance"], total: 2, hasMore: false });
  expect((await complete("branch", "")).values).toEqual(["main", "Maintenance", "topic"]);
  // This one gets it, as one argument, and the parameters that are known.
  expect((await complete("file", "a b; $(id)")).values).toEqual(["a b; $(id)"]);
  expect((await complete("file", "c", { branch: "topic", depth: "quick", nope: "x" })).values).toEqual(["topic/c", "c"]);
  expect((await complete("depth", "f")).values).toEqual(["full"]);
});

it("gives 100 values at most, and says how many there are", async () => {
  const { client } = await connect({ name: "SDK 2 as of 2026-07-28", over: "HTTP" });
  const { completion } = await client.complete({ ref: rows, argument: { name: "table", value: "1" } });
  expect(completion).toMatchObject({ total: 250, hasMore: true });
  expect(completion.values).toHaveLength(100);
  const some = await client.complete({ ref: rows, argument: { name: "table", value: "124" } });
  expect(some.completion).toMatchObject({ total: 10, hasMore: false });
});

it("gives the beginning of an output that is too long, without saying how many there are", async () => {
  const { client } = await connect({ name: "SDK 1", over: "HTTP" });
  const { completion } = await client.complete({ ref: rows, argument: { name: "row", value: "" } });
  expect(completion.total).toBeUndefined();
  expect(completion.hasMore).toBe(true);
  expect(completion.values).toHaveLength(100);
  expect(completion.values.every((value) => value.endsWith("a value that is not short"))).toBe(true);
});

it("gives no values if the command fails or takes too long, and logs why", async () => {
  const { client, logged } = await connect({ name: "SDK 2 as in 2025", over: "HTTP" });
  const nothing = { values: [], total: 0, hasMore: false };
  expect((await client.complete({ ref: review, argument: { name: "other", value: "x" } })).completion).toEqual(nothing);
  expect(logged).toEqual([expect.stringMatching(/can't complete review\.other: .*no disk/)]);
  expect((await client.complete({ ref: rows, argument: { name: "slow", value: "x" } })).completion).toEqual(nothing);
  expect(logged).toEqual([expect.anything(), expect.stringMatching(/can't complete rows\.slow: /)]);
});

it("runs nothing for a text that would be an option, or is too long", async () => {
  const { client, logged } = await connect({ name: "SDK 2 as of 2026-07-28", over: "HTTP" });
  const complete = (name: string, value: string) => client.complete({ ref: review, argument: { name, value } });
  expect((await complete("file", "a".repeat(1001))).completion.values).toEqual([]);
  for (const text of ["--version", "a\0b"]) expect((await complete("file", text)).completion.values, text).toEqual([]);
  expect(logged).toEqual([]);
});

it("runs nothing if the user's settings deny it", async () => {
  const denied = projectOf({ "toolgen.yaml": "version: 1\nconfirm: { safe: deny }\n", "tools.d/all.yaml": specs });
  expect(toolgen(denied, ["build"])).toMatchObject({ status: 0 });
  const { url, logged } = await servedOverHttp(denied);
  const client = await connectSdk("SDK 2 as of 2026-07-28", { url });
  expect((await client.complete({ ref: review, argument: { name: "branch", value: "" } })).completion.values).toEqual([]);
  expect(logged).toEqual([expect.stringContaining("can't complete review.branch")]);
});

const contained = `resource: page
uriTemplate: pages://{path}{?other}
description: A page.
schema: { properties: { path: { type: string }, other: { type: string } }, required: [path] }
paths: { path: { access: read, type: file, mustExist: true }, other: read }
command: [cat, "--", "{{path}}", "{{#if other}}{{other}}{{/if}}"]
complete: { path: { command: [sh, -c, 'ls -d -- "$1"*', sh, "{{path}}"] } }
---
resource: note
uriTemplate: notes://{path}
description: A note.
schema: { properties: { path: { type: string } }, required: [path] }
paths: { path: { access: read, root: notes } }
text: "{{path}}"
complete: { path: { command: [ls, "--", "{{path}}/"] } }
---
prompt: review
description: d
schema: { properties: { path: { type: string }, folder: { type: string }, free: { type: string } } }
text: "{{path}} {{folder}} {{free}}"
complete:
  path: { command: [ls, "--", "{{path}}"], paths: { path: read } }
  folder: { command: [ls], cwd: "{{folder}}", paths: { folder: read } }
  free: { command: [printf, "%s", "{{free}}"] }
`;

const listing = `resource: listed
uriTemplate: listed://{name}
description: d
schema: { properties: { name: { type: string } }, required: [name] }
text: "{{name}}"
complete: { name: { command: [printf, "%s", a] } }
`;

it.each([
  ["a resource by its name", "listed"],
  ["a completion by its own", "listed.name"],
  ["everything", '"*"'],
])("completes nothing where settings deny %s", async (_name, target) => {
  const rule = `risk: { ${target}: { decision: deny } }\n`;
  const project = projectOf({ "toolgen.yaml": `version: 1\n${rule}`, "tools.d/all.yaml": listing });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0 });
  const plain = projectOf({ "toolgen.yaml": "version: 1\n", "tools.d/all.yaml": listing });
  expect(toolgen(plain, ["build"])).toMatchObject({ status: 0 });
  const settings = JSON.stringify({ risk: { [target.replaceAll('"', "")]: { decision: "deny" } } });
  const users = { PATH: process.env.PATH, XDG_CONFIG_HOME: projectOf({ "toolgen/settings.json": settings }) };
  for (const [served, more, expected] of [
    [plain, {}, ["a"]],
    [project, {}, []],
    [plain, { env: users }, []],
  ] as const) {
    const { url } = await servedOverHttp(served, more);
    const client = await connectSdk("SDK 2 as of 2026-07-28", { url });
    const ref = { type: "ref/resource", uri: "listed://{name}" } as const;
    expect((await client.complete({ ref, argument: { name: "name", value: "" } })).completion.values).toEqual(expected);
  }
});

it("keeps what was typed in the root of its path", async () => {
  const files = { "docs/readme.md": "a", "docs/rest.md": "b", "stored/a.txt": "c" };
  const config = "version: 1\nserver: notes\nroots: { notes: stored }\n";
  const project = projectOf({ "toolgen.yaml": config, "tools.d/all.yaml": contained, ...files });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0, stderr: "" });
  for (const folder of ["", "stored"]) symlinkSync("/etc", join(project, folder, "link"));
  const { url, logged } = await servedOverHttp(project);
  const client = await connectSdk("SDK 2 as of 2026-07-28", { url });
  const completer =
    (ref: { type: "ref/prompt"; name: string } | { type: "ref/resource"; uri: string }, name: string) => async (value: string) =>
      (await client.complete({ ref, argument: { name, value }, context: { arguments: { other: "/etc" } } })).completion.values;
  const page = completer({ type: "ref/resource", uri: "pages://{path}{?other}" }, "path");
  // The beginning of a path needn't exist.
  expect(await page("docs/re")).toEqual(["docs/readme.md", "docs/rest.md"]);
  expect(await page("")).toContain("./docs");
  const note = completer({ type: "ref/resource", uri: "notes://{path}" }, "path");
  expect(await note("")).toEqual(["a.txt", "link"]);
  const path = completer({ type: "ref/prompt", name: "review" }, "path");
  const folder = completer({ type: "ref/prompt", name: "review" }, "folder");
  expect(await path("docs")).toEqual(["readme.md", "rest.md"]);
  expect(await folder("docs")).toEqual(["readme.md", "rest.md"]);
  for (const complete of [page, note, path, folder])
    for (const text of ["/etc", "/", "..", "../", "docs/../../", "link", "link/pass"]) expect(await complete(text), text).toEqual([]);
  expect(await completer({ type: "ref/prompt", name: "review" }, "free")("/etc")).toEqual(["/etc"]);
  expect(logged).toEqual([]);
});

it("shows the command in toolgen explain", () => {
  expect(toolgen(folder, ["explain", "prompt:review"]).stdout).toContain("branch: of the values, those that begin with what was typed");
  expect(JSON.parse(toolgen(folder, ["explain", "rows", "--json"]).stdout)).toMatchObject({
    completions: [{ parameter: "table", timeoutMs: 5000, usesText: false }, { parameter: "row", timeoutMs: 60000 }, { timeoutMs: 1000 }],
  });
});
