import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tokenFile } from "../../../src/server/http/token-file.js";
import { projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";
import { servedOverHttp } from "./connect-http.js";
import { asClient, send } from "./send.js";

const documents = (scopes: string) => ({
  "tools.d/echo.yaml": "name: echo\ndescription: d\nkind: read\nrisk: safe\ncommand: [echo, hello]\n",
  "tools.d/greet.yaml": "prompt: greet\ndescription: d\ntext: Hello.\n",
  "tools.d/note.yaml": "resource: note\ndescription: d\nuri: notes://one\ntext: Hello.\n",
  "tools.d/secret.yaml": `prompt: secret\ndescription: d\n${scopes}text: Hello.\n`,
});

/** The names that a caller with a token is shown, by the method that lists them. */
async function listed(scopes: string) {
  const project = projectOf(documents(scopes));
  expect(toolgen(project, ["build"]).status).toBe(0);
  const path = join(project, "tokens");
  writeFileSync(path, `alice sha256:${createHash("sha256").update("right").digest("hex")}\n`);
  const { url } = await servedOverHttp(project, { tokens: tokenFile(path) });
  const headers = { ...asClient, "mcp-protocol-version": "2025-11-25", authorization: "Bearer right" };
  const names = async (method: string) => {
    const { body } = await send(url, { headers, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: {} }) });
    return [...body.matchAll(/"name":"(\w+)"/g)].map(([, name]) => name);
  };
  return { tools: await names("tools/list"), prompts: await names("prompts/list"), resources: await names("resources/list") };
}

it("lists everything to a caller with a token if nothing needs a scope", async () => {
  expect(await listed("")).toEqual({ tools: ["echo"], prompts: ["greet", "secret"], resources: ["note"] });
});

it("lists what the token's scopes allow, and everything else as it is", async () => {
  expect(await listed("scopes: [x]\n")).toEqual({ tools: ["echo"], prompts: ["greet"], resources: ["note"] });
});
