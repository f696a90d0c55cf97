import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { makeProject } from "../clients/gemini-cli-core/project.js";
import { eventually } from "../kit/eventually.js";
import { toolgen } from "../kit/toolgen.js";
import { initialize, initialized, type RawServer, serverHere, startServer } from "./raw-server.js";

let project: string;
beforeAll(() => {
  project = makeProject();
});

const args = ["--client-asks"];
const countBytes = (id: unknown, text: string) => ({ id, method: "tools/call", params: { name: "count_bytes", arguments: { text } } });
/** A message as the SDK's clients write it: with its id last. */
const idLast = (id: number, bytes: number) =>
  `{"method":"tools/call","params":{"name":"count_bytes","arguments":{"text":"${"x".repeat(bytes)}"}},"jsonrpc":"2.0","id":${id}}\n`;

const text = async (server: RawServer, id: unknown) => (await server.answer(id)).result?.content;

it("refuses messages above the limit, answers the calls before and after them, and reads large ones below it", async () => {
  const server = serverHere(project, { args });
  server.send(initialize, initialized);
  const given = [text(server, 1), server.answer(2), text(server, 3), text(server, 4)] as const;
  server.send(countBytes(1, "abc"), idLast(2, 32 * 1024 * 1024), countBytes(3, "abcd"), idLast(4, 100_000));
  const [before, refused, after, large] = await Promise.all(given);
  expect(refused?.error).toEqual({ code: -32600, message: expect.stringContaining("4000000 bytes") });
  expect([before, after, large]).toEqual(["3", "4", "100000"].map((count) => [{ type: "text", text: count }]));
  await server.end();
});

it("answers a line that never ends as soon as it has the id, and ends with its input", async () => {
  const server = serverHere(project, { args });
  server.send(initialize, initialized);
  const answer = server.answer(9);
  server.send(`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"text":"${"x".repeat(5_000_000)}`);
  expect((await answer).error?.code).toBe(-32600);
  expect((await server.end()).code).toBe(0);
});

it("takes the limit from toolgen.yaml", async () => {
  writeFileSync(join(project, "toolgen.yaml"), "version: 1\nlimits: { request: 2kB }\n");
  expect(toolgen(project, ["build"]).status).toBe(0);
  const server = serverHere(project, { args });
  server.send(initialize, initialized);
  const given = [text(server, 1), server.answer(2)] as const;
  server.send(idLast(1, 1800), idLast(2, 2000));
  const [read, refused] = await Promise.all(given);
  expect(read).toEqual([{ type: "text", text: "1800" }]);
  expect(refused?.error?.message).toContain("2000 bytes");
  await server.end();
});

it("reads no more of a client that doesn't read its answers than a bounded number of them", async () => {
  const server = startServer(project, { args: ["generated/mcp/server.cjs", ...args] });
  server.send(initialize, initialized);
  await server.answer(initialize.id);
  server.child.stdout.pause();
  // Each answer to a method that doesn't exist repeats its name.
  const asks = Array.from({ length: 60 }, (_, i) => ({ id: i, method: "x".repeat(1_000_000) }));
  server.send(...asks);
  expect(await eventually(() => server.child.stdin.writableLength > 10_000_000)).toBe(true);
  const answered = Promise.all(asks.map(({ id }) => server.answer(id)));
  server.child.stdout.resume();
  await answered;
  expect((await server.end()).code).toBe(0);
});
