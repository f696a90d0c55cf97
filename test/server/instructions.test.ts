import { Client } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { builtProject } from "../kit/project.js";
import { HereTransport } from "./connect.js";

const words = "Look before you change.\nThen look again.";
let told: string;
let silent: string;
beforeAll(() => {
  const spec = "name: look\ndescription: d\nkind: read\ncommand: [echo, look]\n";
  told = builtProject({ "toolgen.yaml": `version: 1\ninstructions: |\n  ${words.replace("\n", "\n  ")}\n`, "tools.d/look.yaml": spec });
  silent = builtProject({ "tools.d/look.yaml": spec });
});

const self = { name: "toolgen-test", version: "1.0.0" };

async function connect1(cwd: string) {
  const client = new Client1(self);
  await client.connect(new HereTransport({ cwd }) as never);
  onTestFinished(() => client.close());
  return client;
}

async function connect2(cwd: string, mode: "legacy" | "auto") {
  const client = new Client(self, { versionNegotiation: { mode } });
  await client.connect(new HereTransport({ cwd }) as never);
  onTestFinished(() => client.close());
  return client;
}

it("gives clients of each kind the project's instructions", async () => {
  for (const client of [await connect1(told), await connect2(told, "legacy"), await connect2(told, "auto")])
    expect(client.getInstructions()).toBe(words);
});

it("gives none where the project has none", async () => {
  expect((await connect1(silent)).getInstructions()).toBeUndefined();
});

it("refuses a cursor that it never gave", async () => {
  const client = await connect1(told);
  await expect(client.listTools({ cursor: "2" })).rejects.toMatchObject({ code: -32602 });
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["look"]);
});
