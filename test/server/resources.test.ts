import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { projectOf } from "../kit/project.js";
import { program, toolgen } from "../kit/toolgen.js";
import { connectSdk, type SdkClientName, sdkClientNames } from "./connect.js";

const specs = `name: count_lines
description: Count lines.
kind: read
command: [wc, -l, toolgen.yaml]
---
resource: motto
uri: notes://motto
description: A text.
text: Count first.
---
resource: hello
uriTemplate: notes://hello/{who}{?times}
description: A text with variables.
mimeType: text/markdown
schema: { properties: { who: { type: string, maxLength: 20 }, times: { type: integer, maximum: 3 } }, required: [who] }
text: "Hello {{who}}{{#if times}}, {{times}} times{{/if}}!"
---
resource: readme
uri: notes://readme
description: A file.
file: README.md
---
resource: doc
uriTemplate: notes://docs/{+path}
description: Files of a folder.
schema: { properties: { path: { type: string } }, required: [path] }
file: docs/{{path}}
---
resource: page
uriTemplate: notes://pages/{name}.html
description: One file of a folder.
schema: { properties: { name: { enum: [a, größe] } }, required: [name] }
file: docs/{{name}}.md
---
resource: words
uriTemplate: notes://words/{text}
description: What a command prints.
schema: { properties: { text: { type: string } }, required: [text] }
command: [printf, "%s", "{{text}}"]
---
resource: shout
uriTemplate: notes://shout/{text}
description: What a script prints.
mimeType: text/csv
schema: { properties: { text: { type: string } }, required: [text] }
shell: 'printf "%s" "{{text}}" | tr a-z A-Z'
---
resource: data
uriTemplate: notes://data/{id}
description: What a function returns.
schema: { properties: { id: { type: integer, minimum: 1 } }, required: [id] }
handler: ./data.ts#read
output: json
---
resource: broken
uri: notes://broken
description: A command that fails.
command: [sh, -c, "echo no disk >&2; exit 3"]
---
resource: secretive
uri: notes://secretive
description: A command that needs a secret.
secrets: [NOTES_TOKEN_THAT_IS_NOT_SET]
command: [printf, x]
---
resource: quiet
uriTemplate: notes://quiet{?end}
description: What a script prints, and a warning.
schema: { properties: { end: { type: string, default: "" } } }
shell: 'echo careful >&2; printf "%s" "{{end}}"'
---
resource: long
uri: notes://long
description: A command that prints much.
command: [seq, "1", "100000"]
`;

let folder: string;
beforeAll(() => {
  folder = projectOf({
    "toolgen.yaml": "version: 1\nserver: notes\n",
    "tools.d/all.yaml": specs,
    "tools.d/data.ts": "export function read({ id }: { id: number }) {\n  return { id, squared: id * id };\n}\n",
    "README.md": "# Notes\n",
    "docs/a.md": "A\n",
    "docs/deep/b c.txt": "B\n",
    "docs/größe.md": "Größe\n",
    "docs/picture.png": "",
    "docsecret/x.md": "outside\n",
    "secret.txt": "outside\n",
  });
  writeFileSync(join(folder, "docs/picture.png"), Buffer.from([0x89, 0x50, 0xff, 0x00]));
  writeFileSync(join(folder, "docs/large.txt"), Buffer.alloc(4 * 1024 * 1024 + 1, "x"));
  symlinkSync("../secret.txt", join(folder, "docs/link.txt"));
  symlinkSync("/etc", join(folder, "docs/etc"));
  symlinkSync("a.md", join(folder, "docs/inside.md"));
  mkdirSync(join(folder, "docs/folder"));
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0, stderr: "" });
});

const connect = (name: SdkClientName, args?: readonly string[]) => connectSdk(name, { cwd: folder, ...(args && { args }) });

type Connected = Awaited<ReturnType<typeof connect>>;
const contents = async (client: Connected, uri: string) => (await client.readResource({ uri })).contents;
const refusal = (client: Connected, uri: string) =>
  client.readResource({ uri }).then(
    ({ contents: read }) => ({ code: 0, message: JSON.stringify(read) }),
    ({ code, message }: { code: number; message: string }) => ({ code, message }),
  );
/** SDK 2 turns the code of 2025 into that of 2026-07-28. */
const notFound = (name: SdkClientName) => (name === "SDK 1" ? -32002 : -32602);

it.each(sdkClientNames)("lists resources and templates (%s)", async (name) => {
  const client = await connect(name);
  expect(client.getServerCapabilities()).toMatchObject({ tools: {}, resources: {} });
  expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([
    "notes://broken",
    "notes://long",
    "notes://motto",
    "notes://readme",
    "notes://secretive",
  ]);
  expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([
    { uriTemplate: "notes://data/{id}", name: "data", mimeType: "application/json" },
    { uriTemplate: "notes://docs/{+path}", name: "doc", title: "Doc", description: "Files of a folder." },
    { uriTemplate: "notes://hello/{who}{?times}", mimeType: "text/markdown" },
    { uriTemplate: "notes://pages/{name}.html" },
    { uriTemplate: "notes://quiet{?end}" },
    { uriTemplate: "notes://shout/{text}", mimeType: "text/csv" },
    { uriTemplate: "notes://words/{text}", mimeType: "text/plain" },
  ]);
});

it.each(sdkClientNames)("reads texts, files, commands, scripts and functions (%s)", async (name) => {
  const client = await connect(name);
  const text = async (uri: string) => {
    const [first] = await contents(client, uri);
    expect(first?.uri).toBe(uri);
    return [first?.mimeType, first !== undefined && "text" in first ? first.text : first?.blob];
  };
  expect(await text("notes://motto")).toEqual(["text/plain", "Count first."]);
  expect(await text("notes://hello/a%2Fb%20%7B%7Bc%7D%7D")).toEqual(["text/markdown", "Hello a/b {{c}}!"]);
  expect(await text("notes://hello/you?times=2")).toEqual(["text/markdown", "Hello you, 2 times!"]);
  expect(await text("notes://readme")).toEqual(["text/markdown", "# Notes\n"]);
  expect(await text("notes://docs/deep/b%20c.txt")).toEqual(["text/plain", "B\n"]);
  expect(await text("notes://docs/gr%C3%B6%C3%9Fe.md")).toEqual(["text/markdown", "Größe\n"]);
  expect(await text("notes://docs/inside.md")).toEqual(["text/markdown", "A\n"]);
  expect(await text("notes://pages/a.html")).toEqual(["text/markdown", "A\n"]);
  expect(await text("notes://docs/picture.png")).toEqual(["image/png", Buffer.from([0x89, 0x50, 0xff, 0x00]).toString("base64")]);
  expect(await text("notes://words/a%20b%3B%24(id)")).toEqual(["text/plain", "a b;$(id)"]);
  expect(await text("notes://shout/a%22%3Bid")).toEqual(["text/csv", 'A";ID']);
  const [type, json] = await text("notes://data/7");
  expect([type, JSON.parse(json ?? "")]).toEqual(["application/json", { id: 7, squared: 49 }]);
  expect((await text("notes://long"))[1]).toMatch(/^1\n[\s\S]*\n100000\n$/);
});

it.each(sdkClientNames)("gives what a program wrote, also if that is nothing (%s)", async (name) => {
  const client = await connect(name);
  for (const text of ["", "a\n", "a\n\n", " "]) {
    const uri = `notes://quiet?end=${encodeURIComponent(text)}`;
    expect(await contents(client, uri)).toEqual([{ uri, mimeType: "text/plain", text }]);
  }
});

it.each(sdkClientNames)("lets no URI lead out of a folder, and answers as for a file that doesn't exist (%s)", async (name) => {
  const client = await connect(name);
  const uris = [
    ...["../secret.txt", "%2e%2e/secret.txt", "..%2Fsecret.txt", "deep/../../secret.txt", "/etc/passwd", "%2Fetc%2Fpasswd"],
    ...[
      "etc/passwd",
      "link.txt",
      "folder",
      "",
      "none.txt",
      "a.md%00.txt",
      "a.md/",
      "deep//b%20c.txt",
      "./a.md",
      "%c0%ae%c0%ae/secret.txt",
      "%zz",
    ],
  ];
  for (const path of uris) expect([path, (await refusal(client, `notes://docs/${path}`)).code]).toEqual([path, notFound(name)]);
  for (const uri of ["notes://pages/deep/b.html", "notes://none", "file:///etc/passwd", "", "x".repeat(100_000)])
    expect([uri, (await refusal(client, uri)).code]).toEqual([uri, notFound(name)]);
  expect((await refusal(client, "notes://docs/none.txt")).message).toContain("not found");
});

it.each(sdkClientNames)("refuses wrong variables with -32602, and reports a failure with -32603 (%s)", async (name) => {
  const client = await connect(name);
  expect(await refusal(client, "notes://hello/you?times=9")).toMatchObject({ code: -32602, message: expect.stringContaining("`times`") });
  expect(await refusal(client, `notes://hello/${"x".repeat(21)}`)).toMatchObject({ code: -32602 });
  expect(await refusal(client, "notes://hello/you?other=1")).toMatchObject({ code: notFound(name) });
  expect(await refusal(client, "notes://words/-n")).toMatchObject({ code: -32602, message: expect.stringContaining("`text`") });
  expect(await refusal(client, "notes://words/a%00b")).toMatchObject({ code: -32602 });
  expect(await refusal(client, "notes://data/x")).toMatchObject({ code: -32602 });
  expect(await refusal(client, "notes://broken")).toMatchObject({ code: -32603, message: expect.stringContaining("no disk") });
  expect(await refusal(client, "notes://secretive")).toMatchObject({
    code: -32603,
    message: expect.stringContaining("NOTES_TOKEN_THAT_IS_NOT_SET"),
  });
  expect(await refusal(client, "notes://docs/large.txt")).toMatchObject({ code: -32603, message: expect.stringContaining("larger than") });
});

it.each(sdkClientNames)("completes a variable from its enum, and refuses unknown templates (%s)", async (name) => {
  const client = await connect(name);
  const complete = (uri: string, value: string) =>
    client.complete({ ref: { type: "ref/resource", uri }, argument: { name: "name", value } });
  expect((await complete("notes://pages/{name}.html", "g")).completion.values).toEqual(["größe"]);
  await expect(complete("notes://none/{name}", "")).rejects.toMatchObject({ code: -32602 });
});

it.each(["deny", "ask"])("refuses every kind of resource where settings say %s", async (word) => {
  const client = await connect("SDK 2 as of 2026-07-28", ["--risk", `*=${word}`]);
  for (const uri of ["notes://motto", "notes://readme", "notes://hello/you", "notes://docs/a.md", "notes://words/a", "notes://data/3"])
    expect([uri, await refusal(client, uri)]).toMatchObject([
      uri,
      { code: -32603, message: expect.stringMatching(/denied|den(?:y|ies)|confirm/) },
    ]);
  const { resources } = await client.listResources();
  if (word === "deny") expect(resources).toEqual([]);
  const open = await connect("SDK 2 as of 2026-07-28", ["--risk", `count_lines=${word}`]);
  expect(await contents(open, "notes://motto")).toMatchObject([{ text: "Count first." }]);
});

it("serves the current specs with toolgen mcp, too", async () => {
  const client = await connectSdk("SDK 1", { cwd: folder, program: [program, "mcp"] });
  expect((await client.listResources()).resources).toHaveLength(5);
  expect(await contents(client, "notes://hello/you")).toMatchObject([{ text: "Hello you!" }]);
  expect(await contents(client, "notes://data/3")).toMatchObject([{ text: expect.stringContaining("9") }]);
  expect(await contents(client, "notes://docs/a.md")).toMatchObject([{ text: "A\n" }]);
});
