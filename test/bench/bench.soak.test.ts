import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const bench = fileURLToPath(new URL("main.mjs", import.meta.url));

/** Runs the bench, as `npm run bench -- ARGS` does. */
function runBench(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bench, ...args], { encoding: "utf8" });
  return { status, stdout, stderr };
}

it("measures calls of a small project and tells ratios to floors, whatever they are", () => {
  const { status, stdout, stderr } = runBench("--quick", "--only", "call", "--sizes", "1,3", "--rounds", "1", "--json");
  expect([status, stderr]).toEqual([0, ""]);
  const row = (what: string, size: number) => ({
    what,
    size,
    runs: 5,
    cpu: expect.any(Number),
    wall: expect.any(Number),
    ms: expect.any(Number),
  });
  const result = JSON.parse(stdout);
  const unit = expect.any(String);
  const target = { what: expect.any(String), limit: expect.any(Number), measured: expect.any(Number), unit, met: expect.any(Boolean) };
  expect(result).toEqual({
    parts: {
      call: {
        rows: [
          ...["discover", "cat", "call"].flatMap((what) => [row(what, 1), row(what, 3)]).sort((a, b) => a.size - b.size),
          ...["handler", "http"].flatMap((what) => [
            row(`a bare script that does what the \`${what}\` does`, 2),
            row(`call, \`${what}\``, 2),
          ]),
          row("call, arguments in a pipe", 2),
          row("call, an empty pipe", 2),
        ],
        floors: { nodeMs: expect.any(Number), nodeCpuMs: expect.any(Number), commandMs: expect.any(Number) },
        targets: Array.from({ length: 7 }, () => target),
        machine: { node: process.versions.node, cores: expect.any(Number), load: expect.any(Number) },
        quick: true,
      },
    },
  });
});

it("measures builds of light and heavy specs beside those who print types and validators", () => {
  const { status, stdout, stderr } = runBench("--quick", "--only", "build", "--sizes", "1,3", "--rounds", "1", "--json");
  expect([status, stderr]).toEqual([0, ""]);
  const { rows, heavy, targets } = JSON.parse(stdout).parts.build;
  const whats = (all: readonly { readonly what: string }[]) => all.map(({ what }) => what);
  const ours = ["cold", "nothing changed", "one changed"].map((what) => `toolgen build, ${what}`);
  const cases = ["node, an empty program", ...ours, "json2ts", "json2ts and ajv alone", "openapi-typescript"];
  expect(whats(rows)).toEqual([...cases, ...cases]);
  const large = ["node, an empty program", ...ours, "json2ts and ajv alone"].map((what) => `${what}, heavy specs`);
  expect(whats(heavy)).toEqual([...large, ...large]);
  expect(whats(targets)).toContain("cold, 100 heavy specs, `.toolgen` × `generated` on disk");
});

it("measures our registry beside the real core's", () => {
  const { status, stdout, stderr } = runBench("--quick", "--only", "registry", "--sizes", "3", "--rounds", "1", "--json");
  expect([status, stderr]).toEqual([0, ""]);
  const { steps, handlers, targets } = JSON.parse(stdout).parts.registry;
  const step = {
    size: 3,
    runs: 1,
    imports: expect.any(Number),
    declares: expect.any(Number),
    calls: expect.any(Number),
    all: expect.any(Number),
  };
  expect(steps).toEqual(
    ["toolgen, generated", "toolgen, discovered", "Gemini CLI's core, discovered"].map((what) => ({ what: `${what} tools`, ...step })),
  );
  const handler = { calls: expect.any(Number), p50: expect.any(Number), cpu: expect.any(Number) };
  expect(handlers).toEqual(["an empty handler", "the same with `warm: false`"].map((what) => ({ what: `registry, ${what}`, ...handler })));
  expect(targets).toHaveLength(5);
});

it("measures repair beside ajv", () => {
  const { status, stdout, stderr } = runBench("--quick", "--only", "repair", "--rounds", "1", "--json");
  expect([status, stderr]).toEqual([0, ""]);
  const { repairs, targets } = JSON.parse(stdout).parts.repair;
  const accepted = (way: string) =>
    repairs.filter((one: { way: string; accepted: number }) => one.way === way && one.accepted === 1).length;
  // ajv takes the correct one of six calls, and by coercion the number; repair refuses only the one that it must refuse.
  expect([repairs.length, accepted("ajv alone"), accepted("ajv with coerceTypes"), accepted("toolgen")]).toEqual([18, 1, 2, 5]);
  expect(targets).toHaveLength(1);
});

it("measures the library's tools beside programs and the real core's tools", () => {
  const { status, stdout, stderr } = runBench("--quick", "--only", "library", "--sizes", "120", "--rounds", "1", "--json");
  expect([status, stderr]).toEqual([0, ""]);
  const { rows, embedded } = JSON.parse(stdout).parts.library.library;
  const row = { files: 120, runs: 2, cpu: expect.any(Number), wall: expect.any(Number), ms: expect.any(Number) };
  const tools = ["read_file", "glob", "grep_search"];
  const named = (whats: readonly string[]) => expect.arrayContaining(whats.map((what) => ({ what, ...row })));
  expect(rows).toEqual(named(["node, an empty program", "`cat`", "`find`", "`grep`", ...tools.map((tool) => `call, \`${tool}\``)]));
  const whats: readonly string[] = embedded.map(({ what }: { readonly what: string }) => what);
  expect(whats).toEqual(expect.arrayContaining(tools.map((tool) => `toolgen, registry, \`${tool}\``)));
  expect(whats).toEqual(expect.arrayContaining(["read_file", "glob", "GrepTool"].map((tool) => `Gemini CLI's core, \`${tool}\``)));
});

it("measures our MCP server beside those of libraries, over both transports, with many clients, and with 32 calls at once", () => {
  const { status, stdout, stderr } = runBench("--quick", "--only", "mcp", "--sizes", "3", "--rounds", "1", "--json");
  expect([status, stderr]).toEqual([0, ""]);
  const { rows, calls, load, clients, memory, targets } = JSON.parse(stdout).parts.mcp;
  const whats = (all: readonly { readonly what: string }[]) => all.map(({ what }) => what);
  const ours = "toolgen, generated/mcp/server.cjs";
  const overHttp = ["SDK v1, Server, over HTTP", "SDK v2, Server, over HTTP", "fastmcp, over HTTP"];
  const both = [ours, `${ours} --http`, "SDK v1, Server", "SDK v1, McpServer", "SDK v2, McpServer", "fastmcp", ...overHttp];
  expect(whats(rows)).toEqual(expect.arrayContaining(both));
  expect(whats(calls)).toEqual(expect.arrayContaining([...both, `${ours} --http, with OpenTelemetry`]));
  const figures = { calls: expect.any(Number), p50: expect.any(Number), perSecond: expect.any(Number) };
  const kinds = ["an empty handler", "a handler that reads a file", "a command"];
  const servers = ["toolgen", "SDK v1, Server", "SDK v2", "fastmcp", "mcp-framework"];
  const served = kinds.flatMap((work) =>
    ["standard streams", "HTTP"].flatMap((transport) => servers.map((what) => ({ work, transport, what, ...figures }))),
  );
  const unkept = { work: "the same with `warm: false`", transport: "standard streams", what: "toolgen", ...figures };
  expect(load).toEqual([...served, unkept]);
  expect(clients).toEqual(
    [`${ours} --http`, ...overHttp].map((what) => expect.objectContaining({ what, clients: 100, calls: 300, answered: 300 })),
  );
  const many = ["toolgen, over standard streams", "toolgen, over HTTP, a client of 2025", "toolgen, over HTTP, a client of 2026-07-28"];
  expect(memory).toEqual(
    [...many, "SDK v1, Server, over standard streams", "SDK v1, Server, over HTTP, a client of 2025"].map((what) => ({
      what,
      calls: 400,
      quarterMb: expect.any(Number),
      mb: expect.any(Number),
    })),
  );
  for (const what of many) expect(whats(targets)).toContain(`resident after all calls, × after a quarter of them: ${what}`);
});

it("measures an import of a real document, and another of the same", () => {
  const { status, stdout, stderr } = runBench("--quick", "--only", "import", "--sizes", "3", "--rounds", "1", "--json");
  expect([status, stderr]).toEqual([0, ""]);
  const { rows, targets } = JSON.parse(stdout).parts.import;
  const row = { size: 3, runs: 1, cpu: expect.any(Number), wall: expect.any(Number), ms: expect.any(Number) };
  expect(rows).toEqual(["`toolgen import openapi`, GitHub's document", "the same again, unchanged"].map((what) => ({ what, ...row })));
  expect(targets).toEqual([]);
});
