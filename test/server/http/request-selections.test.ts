import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { requestSelections } from "../../../src/server/http/request-selections.js";
import { tokenFile } from "../../../src/server/http/token-file.js";
import { builtProject } from "../../kit/project.js";
import { httpClients, servedOverHttp } from "./connect-http.js";
import { asClient, callOf, send } from "./send.js";

const spec = (name: string, more: string) => `name: ${name}\ndescription: d\ncommand: [echo, ${name}]\n${more}`;
const eras = ["SDK 1", "SDK 2 as in 2025", "SDK 2 as of 2026-07-28"] as const;

let project: string;
beforeAll(() => {
  project = builtProject({
    "tools.d/look.yaml": spec("look", "kind: read\ntoolsets: [git]\n"),
    "tools.d/push.yaml": spec("push", "kind: edit\nrisk: safe\ntoolsets: [git]\n"),
    "tools.d/weigh.yaml": spec("weigh", "kind: read\n"),
  });
});

const ways = [
  { path: "", headers: {}, offered: ["look", "push", "weigh"] },
  { path: "/readonly", headers: {}, offered: ["look", "weigh"] },
  { path: "/x/git", headers: {}, offered: ["look", "push"] },
  { path: "/x/git/readonly", headers: {}, offered: ["look"] },
  { path: "", headers: { "X-MCP-Toolsets": "git" }, offered: ["look", "push"] },
  { path: "", headers: { "X-MCP-Tools": "weigh, look" }, offered: ["look", "weigh"] },
  { path: "", headers: { "X-MCP-Toolsets": "git", "X-MCP-Tools": "weigh" }, offered: ["look", "push", "weigh"] },
  { path: "", headers: { "X-MCP-Readonly": "true" }, offered: ["look", "weigh"] },
  { path: "", headers: { "X-MCP-Readonly": "1" }, offered: ["look", "weigh"] },
  { path: "", headers: { "X-MCP-Readonly": "no write" }, offered: ["look", "weigh"] },
  { path: "", headers: { "X-MCP-Readonly": "false", "X-MCP-Tools": "" }, offered: ["look", "push", "weigh"] },
  { path: "/x/git", headers: { "X-MCP-Tools": "weigh,push" }, offered: ["push"] },
];

it.each(ways)("offers $offered at /mcp$path with $headers, and nothing else can be called", async ({ path, headers, offered }) => {
  const { url } = await servedOverHttp(project);
  const client = await httpClients["SDK 1"]({ url: `${url}${path}`, headers });
  expect(await client.list()).toEqual(offered);
  for (const name of ["look", "push", "weigh"]) {
    const called = client.call(name, {});
    if (offered.includes(name)) expect(await called).toEqual({ text: `${name}`, isError: false });
    else await expect(called).rejects.toThrow(`no tool named '${name}'`);
  }
});

it.each(eras)("narrows what the server itself offers, in a session too (%s)", async (era) => {
  const { url } = await servedOverHttp(project, { select: { toolsets: ["git"] }, hasSessions: true });
  const plain = await httpClients[era]({ url });
  expect(await plain.list()).toEqual(["look", "push"]);
  await expect(plain.call("weigh", {})).rejects.toThrow("no tool named 'weigh'");
  const narrowed = await httpClients[era]({ url: `${url}/readonly` });
  expect(await narrowed.list()).toEqual(["look"]);
  const empty = await httpClients[era]({ url, headers: { "X-MCP-Tools": "look" } });
  expect(await empty.list()).toEqual(["look"]);
});

it("answers 404 for other paths, and 400 for names that don't exist, to those who may call alone", async () => {
  const file = join(project, "tokens");
  writeFileSync(file, `alice sha256:${"0".repeat(64)}\n`);
  const tokens = tokenFile(file);
  const [open, closed] = [await servedOverHttp(project), await servedOverHttp(project, { tokens })];
  const post = (url: string, headers: Readonly<Record<string, string>> = {}) => fetch(url, { method: "POST", headers, body: "{}" });
  for (const path of ["/x", "/x/", "/x/git/", "/x/git/readonly/x", "/readonlyx", "/x/git/read"])
    expect((await post(`${open.url}${path}`)).status).toBe(404);
  const unknown = await post(`${open.url}/x/gti`);
  expect(unknown.status).toBe(400);
  expect(await unknown.text()).toContain("There is no toolset 'gti' here. Did you mean 'git'?");
  const unknownTool = await post(open.url, { "x-mcp-tools": "look,__proto__" });
  expect(await unknownTool.text()).toContain("There is no tool '__proto__' here.");
  const stranger = await post(`${closed.url}/x/gti`);
  expect(stranger.status).toBe(401);
  expect(await stranger.text()).not.toContain("git");
});

it("reads a repeated name once, and refuses more names than anyone means", async () => {
  const headers = { "x-mcp-toolsets": "git,".repeat(3000), "x-mcp-tools": "look,look" };
  expect(requestSelections({ url: "/mcp", headers })).toEqual([{ toolsets: ["git"], tools: ["look"] }]);
  const { url } = await servedOverHttp(project);
  const names = Array.from({ length: 101 }, (_, i) => `t${i}`).join(",");
  expect(await send(url, { headers: { ...asClient, "X-MCP-Tools": names }, body: callOf("look", {}) })).toMatchObject({
    status: 400,
    body: expect.stringContaining("at most 100"),
  });
});
