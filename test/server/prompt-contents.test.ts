import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { projectOf } from "../kit/project.js";
import { program, toolgen } from "../kit/toolgen.js";
import { connectSdk, type SdkClientName, sdkClientNames } from "./connect.js";
import { initialize, initialized, serverHere } from "./raw-server.js";

const specs = `name: count_lines
description: Count lines.
kind: read
command: [wc, -l, toolgen.yaml]
---
resource: doc
uriTemplate: notes://docs/{name}
description: A file of a folder.
schema: { properties: { name: { type: string, maxLength: 20 } }, required: [name] }
file: docs/{{name}}
---
resource: words
uriTemplate: notes://words/{text}
description: What a command prints.
mimeType: text/csv
schema: { properties: { text: { type: string } }, required: [text] }
command: [printf, "%s", "{{text}}"]
---
resource: broken
uri: notes://broken
description: A command that fails.
command: [sh, -c, "echo no disk >&2; exit 3"]
---
prompt: look
description: An image and a sound.
messages:
  - { image: media/pixel.png }
  - { role: assistant, audio: media/beep.bin, mimeType: audio/wav }
  - { text: What are they? }
---
prompt: doc
description: A file that an argument names.
schema: { properties: { name: { type: string } }, required: [name] }
messages: [{ resource: "notes://docs/{{name}}" }]
---
prompt: words
description: What a command prints.
schema: { properties: { text: { type: string } }, required: [text] }
messages: [{ text: Read it. }, { resource: "notes://words/{{text}}" }]
---
prompt: any
description: A resource that an argument names.
schema: { properties: { uri: { type: string } }, required: [uri] }
messages: [{ resource: "{{uri}}" }]
---
prompt: broken
description: A command that fails.
messages: [{ resource: notes://broken }]
`;

const pixel = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255]);
const beep = Buffer.from("RIFF\0\xff", "latin1");

let folder: string;
beforeAll(() => {
  folder = projectOf({ "toolgen.yaml": "version: 1\nserver: notes\n", "tools.d/all.yaml": specs, "docs/a.md": "# A\n" });
  mkdirSync(join(folder, "media"));
  writeFileSync(join(folder, "media/pixel.png"), pixel);
  writeFileSync(join(folder, "media/beep.bin"), beep);
  writeFileSync(join(folder, "docs/p.png"), pixel);
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0, stderr: "" });
});

const connect = (name: SdkClientName) => connectSdk(name, { cwd: folder });

const looked = [
  { role: "user", content: { type: "image", mimeType: "image/png", data: pixel.toString("base64") } },
  { role: "assistant", content: { type: "audio", mimeType: "audio/wav", data: beep.toString("base64") } },
  { role: "user", content: { type: "text", text: "What are they?" } },
];

it.each(sdkClientNames)("gives images and sounds as they are (%s)", async (name) => {
  const client = await connect(name);
  expect((await client.getPrompt({ name: "look" })).messages).toEqual(looked);
});

it("gives them with toolgen mcp, too", async () => {
  const client = await connectSdk("SDK 2 as of 2026-07-28", { cwd: folder, program: [program, "mcp"] });
  expect((await client.getPrompt({ name: "look" })).messages).toEqual(looked);
});

it.each(sdkClientNames)("embeds resources: a text, a file with other bytes, and what a command prints (%s)", async (name) => {
  const client = await connect(name);
  const contents = async (prompt: string, args: Record<string, string>) =>
    (await client.getPrompt({ name: prompt, arguments: args })).messages.map(({ content }) => content);
  expect(await contents("doc", { name: "a.md" })).toEqual([
    { type: "resource", resource: { uri: "notes://docs/a.md", mimeType: "text/markdown", text: "# A\n" } },
  ]);
  expect(await contents("doc", { name: "p.png" })).toEqual([
    { type: "resource", resource: { uri: "notes://docs/p.png", mimeType: "image/png", blob: pixel.toString("base64") } },
  ]);
  const text = "a/b?c=$(id)#{{text}} %41";
  expect(await contents("words", { text })).toEqual([
    { type: "text", text: "Read it." },
    { type: "resource", resource: { uri: `notes://words/${encodeURIComponent(text)}`, mimeType: "text/csv", text } },
  ]);
  expect(await contents("any", { uri: "notes://docs/a.md" })).toMatchObject([{ resource: { text: "# A\n" } }]);
});

it.each(sdkClientNames)("says why a resource of a prompt can't be read (%s)", async (name) => {
  const client = await connect(name);
  const refused = (prompt: string, args?: Record<string, string>) =>
    client.getPrompt({ name: prompt, ...(args && { arguments: args }) }).then(
      () => "rendered",
      ({ code, message }: { code: number; message: string }) => `${code} ${message}`,
    );
  for (const path of ["nope.md", "../toolgen.yaml", "..", "/etc/hosts"])
    expect(await refused("doc", { name: path })).toMatch(/^-32602 .*needs the resource 'notes:\/\/docs\/.*', which doesn't exist/s);
  expect(await refused("doc", { name: "x".repeat(21) })).toMatch(/^-32602 .*`name`/s);
  for (const uri of ["notes://other", "file:///etc/hosts", "", "toolgen://output/1"])
    expect(await refused("any", { uri })).toMatch(/^-32602 .*which doesn't exist/s);
  expect(await refused("broken")).toMatch(/^-32603 .*no disk/s);
});

it("describes a sound in words to a client of 2024-11-05, which has no audio", async () => {
  const server = serverHere(folder);
  const answers = [server.answer("first"), server.answer(1)];
  const params = { ...initialize.params, protocolVersion: "2024-11-05" };
  server.send({ ...initialize, params }, initialized, { id: 1, method: "prompts/get", params: { name: "look" } });
  const [, answer] = await Promise.all(answers);
  const [image, sound, text] = looked;
  const words = { type: "text", text: "[audio/wav, 6 bytes, which this client doesn't take]" };
  expect(answer?.result?.messages).toEqual([image, { ...sound, content: words }, text]);
  await server.end();
});

it("reads no resource for a prompt that the user's settings deny", async () => {
  const denied = projectOf({ "toolgen.yaml": "version: 1\nconfirm: { safe: deny }\n", "tools.d/all.yaml": specs, "docs/a.md": "# A\n" });
  mkdirSync(join(denied, "media"));
  for (const name of ["pixel.png", "beep.bin"]) writeFileSync(join(denied, "media", name), pixel);
  expect(toolgen(denied, ["build"])).toMatchObject({ status: 0 });
  const client = await connectSdk("SDK 2 as of 2026-07-28", { cwd: denied });
  for (const request of [
    { name: "doc", arguments: { name: "a.md" } },
    { name: "words", arguments: { text: "a" } },
  ])
    await expect(client.getPrompt(request)).rejects.toMatchObject({ code: -32603 });
  expect((await client.getPrompt({ name: "look" })).messages).toHaveLength(3);
});

it("builds again when a file of a prompt has changed", () => {
  expect(toolgen(folder, ["build", "--check"])).toMatchObject({ status: 0 });
  writeFileSync(join(folder, "media/pixel.png"), Buffer.from([1, 2, 3]));
  expect(toolgen(folder, ["build", "--check"])).toMatchObject({ status: 1, stderr: expect.stringContaining("prompts/look.cjs") });
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0 });
  expect(toolgen(folder, ["build", "--check"])).toMatchObject({ status: 0 });
});
