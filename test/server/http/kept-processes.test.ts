import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { tokenFile } from "../../../src/server/http/token-file.js";
import { projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";
import { httpClients, servedOverHttp } from "./connect-http.js";

let project: string;
beforeAll(() => {
  project = projectOf({
    "tools.d/note.yaml": `name: note
description: Notes a text.
kind: read
schema: { properties: { text: { type: string }, late: { type: boolean } }, required: [text] }
handler: ../lib/note.ts#note
`,
    "lib/note.ts": `import { setTimeout as delay } from "node:timers/promises";

const noted: string[] = [];

export async function note({ text, late = false }: { readonly text: string; readonly late?: boolean }): Promise<string> {
  if (late) void delay(100, undefined, { ref: false }).then(() => { throw new Error("The text was " + text); });
  else await delay(300);
  noted.push(text);
  return [process.pid, ...noted].join(" ");
}
`,
  });
  const hash = (token: string) => createHash("sha256").update(token).digest("hex");
  writeFileSync(join(project, "tokens"), `alice sha256:${hash("a-token")}\nbob sha256:${hash("b-token")}\n`);
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0 });
});

const connected = async () => {
  const { url } = await servedOverHttp(project, { tokens: tokenFile(join(project, "tokens")) });
  const connect = httpClients["SDK 2 as in 2025"];
  return [await connect({ url, token: "a-token" }), await connect({ url, token: "b-token" })] as const;
};

it("keeps a process for the caller that began it, with what it has in memory", async () => {
  const [alice, bob] = await connected();
  const { text } = await alice.call("note", { text: "one" });
  expect(text).toMatch(/^\d+ one$/);
  expect((await bob.call("note", { text: "two" })).text).toMatch(/^\d+ two$/);
  expect((await alice.call("note", { text: "three" })).text).toBe(`${text} three`);
});

it("lets nothing that a call leaves act in a later call of any caller", async () => {
  const [alice, bob] = await connected();
  expect((await alice.call("note", { text: "secret", late: true })).isError).toBe(false);
  await delay(200);
  for (const client of [bob, alice]) {
    const { text, isError } = await client.call("note", { text: "own" });
    expect([text, isError]).toEqual([expect.not.stringContaining("secret"), false]);
  }
});
