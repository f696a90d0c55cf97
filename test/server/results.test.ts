import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { projectOf } from "../kit/project.js";
import { toolgen } from "../kit/toolgen.js";
import { clientsHere, type Session } from "./connect.js";

const specs = `
name: list_people
description: List people.
kind: read
command: [cat, people.json]
output:
  format: json
  select: /people
  schema: { type: array, items: { $ref: "#/$defs/person" }, $defs: { person: { type: object, properties: { name: { type: string }, friends: { $ref: "#" } }, required: [name] } } }
---
name: show_person
description: Show one.
kind: read
command: [cat, person.json]
output: { format: json, schema: { type: object, properties: { name: { type: string } }, required: [name] } }
---
name: show_text
description: Show a text.
kind: read
schema: { properties: { text: { type: string } }, required: [text] }
command: [printf, '%s', '{{text}}']
---
name: show_face
description: Show a face.
kind: read
command: [cat, face.png]
output: { format: image, mimeType: image/png }
---
name: pass_on
description: Pass on what a program says.
kind: read
command: [cat, result.json]
output: mcp
---
name: show_resources
description: Show resources.
kind: read
command: [cat, resources.json]
output: mcp
`;

const png = Buffer.from("89504e470d0a1a0a", "hex");
let project: string;
let sessions: readonly Session[];

beforeAll(async () => {
  project = projectOf(Object.fromEntries(specs.split("---\n").map((text, i) => [`tools.d/${i}.yaml`, text])));
  const people = [{ name: "Ada", born: 1815, friends: [{ name: "Mary", born: 1780 }] }];
  writeFileSync(join(project, "people.json"), JSON.stringify({ people }));
  writeFileSync(join(project, "person.json"), JSON.stringify({ name: "Ada", born: 1815 }));
  writeFileSync(join(project, "face.png"), png);
  writeFileSync(join(project, "result.json"), JSON.stringify({ content: [{ type: "text", text: "hello" }], structuredContent: { a: 1 } }));
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0, stderr: "" });
  sessions = await Promise.all(Object.values(clientsHere).map((connect) => connect({ cwd: project })));
});
afterAll(async () => {
  await Promise.all((sessions ?? []).map((session) => session.close()));
});

it("declares the form of results, in an object where they aren't one, with references that still lead to their place", async () => {
  for (const session of sessions) {
    const schemas = Object.fromEntries((await session.list()).map(({ name, outputSchema }) => [name, outputSchema]));
    expect(schemas).toEqual({
      list_people: {
        type: "object",
        properties: { result: { type: "array", items: { $ref: "#/$defs/person" } } },
        required: ["result"],
        $defs: {
          person: {
            type: "object",
            properties: { name: { type: "string" }, friends: { $ref: "#/properties/result" } },
            required: ["name"],
          },
        },
      },
      show_person: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
      show_face: undefined,
      pass_on: undefined,
      show_resources: undefined,
    });
  }
});

it("gives every client results as data that it finds valid, without what the schema doesn't declare", async () => {
  for (const session of sessions) {
    const people = [{ name: "Ada", friends: [{ name: "Mary" }] }];
    const text = JSON.stringify(people, null, 2);
    expect(await session.result("list_people", {})).toMatchObject({
      content: [{ type: "text", text }],
      structuredContent: { result: people },
    });
    expect(await session.result("show_person", {})).toMatchObject({ structuredContent: { name: "Ada" } });
    expect(await session.result("pass_on", {})).toMatchObject({
      content: [{ type: "text", text: "hello" }],
      structuredContent: { a: 1 },
    });
  }
});

it("gives every client resources as what they are, in their order", async () => {
  const content = [
    { type: "resource", resource: { uri: "test://a", mimeType: "text/plain", text: "A" } },
    { type: "text", text: "between" },
    { type: "resource_link", uri: "test://b", name: "b" },
  ];
  writeFileSync(join(project, "resources.json"), JSON.stringify({ content }));
  for (const session of sessions) expect(await session.result("show_resources", {})).toMatchObject({ content });
});

it("gives every client an image as it is, and `call` a file that has it", async () => {
  for (const session of sessions) {
    expect((await session.result("show_face", {})) as object).toMatchObject({
      content: [{ type: "image", mimeType: "image/png", data: png.toString("base64") }],
    });
  }
  const { status, stdout, stderr } = spawnSync(join(project, "generated/bin/call"), ["show_face"], {
    cwd: project,
    env: { ...process.env, TMPDIR: project },
  });
  expect([status, String(stderr), String(stdout)]).toEqual([
    0,
    "",
    expect.stringMatching(/^\[image\/png, 8 bytes\. It is in .*\.png\]\n$/),
  ]);
});

it("passes on a text that has the first character of a mark of numbers", async () => {
  for (const text of ['hello"\ufdd012', "\ufdd012"])
    for (const session of sessions)
      expect(await session.result("show_text", { text })).toMatchObject({ content: [{ type: "text", text }] });
});
