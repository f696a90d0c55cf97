import { beforeAll, expect, it } from "vitest";
import { projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";
import { servedOverHttp } from "../http/connect-http.js";
import { asClient, modernRequest, send } from "../http/send.js";
import { initialize, initialized, serverHere } from "../raw-server.js";

let project: string;
let bare: string;
beforeAll(() => {
  const tool = { "tools.d/hi.yaml": "name: hi\ndescription: d\nkind: read\nrisk: safe\ncommand: [echo, hello]\n" };
  project = projectOf({
    ...tool,
    "tools.d/say.yaml":
      "name: say\ndescription: d\nkind: read\nrisk: safe\nschema: { properties: { arguments: { type: string } }, required: [arguments] }\ncommand: [echo, '{{arguments}}']\n",
    "tools.d/p.yaml": "prompt: greet\ndescription: d\ntext: Hello.\n",
    "tools.d/r.yaml": "resource: note\ndescription: d\nuri: notes://one\ntext: Hello.\n",
  });
  bare = projectOf(tool);
  for (const folder of [project, bare]) expect(toolgen(folder, ["build"]).status).toBe(0);
});

/** Parameters that the protocol's schema refuses, and what the error must name. */
const wrong = [
  ["tools/list", { cursor: 1 }, "cursor"],
  ["tools/list", { cursor: { a: 1 } }, "cursor"],
  ["prompts/list", { cursor: [] }, "cursor"],
  ["resources/list", { cursor: true }, "cursor"],
  ["resources/templates/list", { cursor: 0 }, "cursor"],
  ["prompts/get", { name: 5 }, "name"],
  ["resources/read", { uri: {} }, "uri"],
  ["completion/complete", { ref: 1, argument: {} }, "ref"],
  ["tools/call", { name: null }, "name"],
] as const;

it("answers wrong parameters with -32602, in words, over HTTP and at each kind of revision", async () => {
  const { url } = await servedOverHttp(project);
  for (const [method, params, part] of wrong) {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const legacy = JSON.parse((await send(url, { headers: asClient, body })).body.replace(/^[\s\S]*data: /, ""));
    const expected = { code: -32602, message: expect.stringContaining(`${part}: `) };
    expect(legacy.error, method).toEqual(expected);
    expect(legacy.error.message).not.toMatch(/[\n{}[\]]/);
    if (typeof Object(params).name === "number" || "uri" in params || Object(params).name === null) continue;
    expect((await modernRequest(url, method, params)).error, method).toMatchObject({ code: -32602 });
  }
});

it("answers wrong parameters with -32602 over standard input and output", async () => {
  const server = serverHere(project);
  server.send(initialize, initialized);
  for (const [id, [method, params]] of wrong.entries()) {
    const answer = server.answer(id);
    server.send({ id, method, params });
    expect((await answer).error, method).toMatchObject({ code: -32602 });
  }
  await server.end();
});

it("leaves to repair what a model sent in place of an object, over each transport and at each kind of revision", async () => {
  const { url } = await servedOverHttp(project);
  const server = serverHere(project);
  server.send(initialize, initialized);
  for (const [id, [given, isError]] of (
    [
      [[], false],
      ["", false],
      [null, false],
      [["a"], true],
      ["hello there", true],
    ] as const
  ).entries()) {
    const params = { name: "hi", arguments: given };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const answer = server.answer(id);
    server.send({ id, method: "tools/call", params });
    const legacy = JSON.parse((await send(url, { headers: asClient, body })).body.replace(/^[\s\S]*data: /, ""));
    for (const { result, error } of [await answer, legacy, await modernRequest(url, "tools/call", params)])
      expect(Object(result).isError === true, JSON.stringify([given, result, error])).toBe(isError);
  }
  server.send({ id: "own", method: "tools/call", params: { name: "say", arguments: '{"arguments":"hello"}' } });
  expect(Object(await server.answer("own")).result).toMatchObject({ content: [{ text: "hello" }] });
  await server.end();
});

it("takes no cursor for the empty lists of a server that has outputs alone", async () => {
  const { url } = await servedOverHttp(bare);
  for (const method of ["resources/list", "resources/templates/list"]) {
    const ask = async (params: object) =>
      (await send(url, { headers: asClient, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) })).body;
    expect(await ask({})).toContain('":[]');
    expect(await ask({ cursor: "x" })).toContain("-32602");
  }
});
