import { createHash } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { tokenFile } from "../../../src/server/http/token-file.js";
import { projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";
import { servedOverHttp } from "./connect-http.js";
import { modernRequest } from "./send.js";

let project: string;
beforeAll(() => {
  project = projectOf({
    "tools.d/count.yaml": "name: count\ndescription: Counts.\nkind: read\ncommand: [seq, '100000']\n",
    "tools.d/others.yaml": `name: serve
description: Serves.
kind: read
shell: seq 100000; echo ready; sleep 600
background: { readyWhen: ready, maxAge: 10m }
---
name: pass_on
description: Passes on.
kind: read
output: mcp
shell: 'printf "{\\"content\\":[{\\"type\\":\\"text\\",\\"text\\":\\"%s\\"}]}" "$(seq 100000 | tr "\\n" " ")"'
---
name: warn
description: Warns.
kind: read
shell: seq 100000 >&2; exit 1
`,
    "tools.d/fail.yaml": "name: fail\ndescription: Fails.\nkind: read\nshell: seq 100000; exit 3\n",
  });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0 });
});

const numbers = Array.from({ length: 100_000 }, (_, index) => `${index + 1}\n`).join("");

it.each(["count", "fail"])("links to the full output of %s, which its client reads as a resource", async (name) => {
  const { url } = await servedOverHttp(project);
  const { result } = await modernRequest(url, "tools/call", { name });
  const [text, link] = result.content;
  expect(link).toMatchObject({ type: "resource_link", uri: expect.stringMatching(/^toolgen-output:/), size: numbers.length });
  expect(text.text).toContain(`The full output is in ${link.uri}`);
  const read = await modernRequest(url, "resources/read", { uri: link.uri });
  expect(read.result.contents).toEqual([{ uri: link.uri, mimeType: "text/plain", text: numbers }]);
  expect(readdirSync(project).filter((file) => file.startsWith("toolgen-"))).toEqual([]);
});

it("names no file of the server for any kind of result that is cut", async () => {
  const { url } = await servedOverHttp(project);
  for (const name of ["serve", "serve_output", "pass_on", "warn"]) {
    const { result } = await modernRequest(url, "tools/call", { name });
    const link = result.content.at(-1);
    expect(link, name).toMatchObject({ type: "resource_link", uri: expect.stringMatching(/^toolgen-output:/) });
    expect(JSON.stringify(result), name).not.toContain(project);
    expect((await modernRequest(url, "resources/read", { uri: link.uri })).result.contents[0].text, name).toContain("99999");
  }
  await modernRequest(url, "tools/call", { name: "serve_stop" });
});

it("says that another process may have an output, as a replica of the server", async () => {
  const [calling, reading] = [await servedOverHttp(project), await servedOverHttp(project)];
  const { result } = await modernRequest(calling.url, "tools/call", { name: "count" });
  const { uri } = result.content[1];
  expect((await modernRequest(reading.url, "resources/read", { uri })).error).toMatchObject({
    code: -32602,
    message: expect.stringContaining("another one may have it"),
    data: { uri },
  });
});

it("gives an output to its caller alone", async () => {
  const hash = (token: string) => createHash("sha256").update(token).digest("hex");
  const file = join(project, "tokens");
  writeFileSync(file, `alice sha256:${hash("a")}\nbob sha256:${hash("b")}\n`);
  const { url } = await servedOverHttp(project, { tokens: tokenFile(file) });
  const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const { result } = await modernRequest(url, "tools/call", { name: "count" }, as("a"));
  const { uri } = result.content[1];
  expect((await modernRequest(url, "resources/read", { uri }, as("b"))).error).toMatchObject({ code: -32602 });
  expect((await modernRequest(url, "resources/read", { uri }, as("a"))).result.contents).toMatchObject([{ text: numbers }]);
});

it("answers for resources of a project that has none", async () => {
  const { url } = await servedOverHttp(project);
  expect((await modernRequest(url, "resources/list", {})).result).toMatchObject({ resources: [] });
  expect((await modernRequest(url, "resources/read", { uri: "test://a" })).error).toMatchObject({
    code: -32602,
    data: { uri: "test://a" },
  });
});
