import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const { writeParts }: { writeParts(path: string, parts: Readonly<Record<string, string>>): void } = await import(
  new URL("page.mjs", import.meta.url).href
);
const {
  publish,
}: {
  publish(parts: unknown, places: { readonly page: string; readonly images: string }): Promise<void>;
} = await import(new URL("publish.mjs", import.meta.url).href);
const bench = fileURLToPath(new URL("main.mjs", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));

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
  const target = { what: expect.any(String), limit: expect.any(Number), measured: expect.any(Number), unit: "×", met: expect.any(Boolean) };
  expect(JSON.parse(stdout)).toEqual({
    parts: {
      call: {
        rows: [
          ...["discover", "cat", "call"].flatMap((what) => [row(what, 1), row(what, 3)]).sort((a, b) => a.size - b.size),
          ...["handler", "http"].flatMap((what) => [
            row(`a bare script that does what the \`${what}\` does`, 2),
            row(`call, \`${what}\``, 2),
          ]),
        ],
        floors: { nodeMs: expect.any(Number), nodeCpuMs: expect.any(Number), commandMs: expect.any(Number) },
        targets: Array.from({ length: 4 }, () => target),
        machine: { node: process.versions.node, cores: expect.any(Number), load: expect.any(Number) },
        quick: true,
      },
    },
  });
});

it("measures our registry beside the real core's", () => {
  const { status, stdout, stderr } = runBench("--quick", "--only", "registry", "--sizes", "3", "--rounds", "1", "--json");
  expect([status, stderr]).toEqual([0, ""]);
  const { steps, targets } = JSON.parse(stdout).parts.registry;
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
  expect(targets).toHaveLength(4);
});

it("measures repair beside ajv", () => {
  const { status, stdout, stderr } = runBench("--quick", "--only", "repair", "--rounds", "1", "--json");
  expect([status, stderr]).toEqual([0, ""]);
  const { repairs, targets } = JSON.parse(stdout).parts.repair;
  const accepted = (way: string) =>
    repairs.filter((one: { way: string; accepted: number }) => one.way === way && one.accepted === 1).length;
  // Of six calls ajv takes the correct one, and by coercion the number; repair refuses only the one that is to be refused.
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

it("refuses a part that it doesn't have", () => {
  const { status, stdout, stderr } = runBench("--only", "everything");
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("--only PART");
});

it("has the figures and charts of the last results on its page", async () => {
  const folder = temporaryFolder();
  const page = join(folder, "performance.md");
  const committed = readFileSync(join(root, "docs/performance.md"), "utf8");
  writeFileSync(page, committed.replaceAll(/(<!-- bench:(\w+) -->\n)[\s\S]*?(<!-- \/bench:\2 -->)/g, "$1$3"));
  const results = JSON.parse(readFileSync(join(root, "test/bench/results.json"), "utf8"));
  await publish(results, { page, images: folder });
  expect(readFileSync(page, "utf8")).toBe(committed);
  const charts = readdirSync(folder).filter((name) => name.endsWith(".svg"));
  expect(charts).toEqual(["build", "call", "library", "mcp", "registry", "repair"].map((part) => `bench-${part}.svg`));
  for (const chart of charts) {
    expect(readFileSync(join(folder, chart), "utf8")).toBe(readFileSync(join(root, "docs/images", chart), "utf8"));
  }
});

it("replaces the figures of the parts that were run, and nothing else", () => {
  const page = join(temporaryFolder(), "page.md");
  const pageWith = (call: string) =>
    `# A\n<!-- bench:call -->\n${call}<!-- /bench:call -->\nb\n<!-- bench:mcp -->\nold\n<!-- /bench:mcp -->\n`;
  writeFileSync(page, pageWith(""));
  writeParts(page, { call: "$& new\n" });
  writeParts(page, { call: "newer\n" });
  expect(readFileSync(page, "utf8")).toBe(pageWith("newer\n"));
  expect(() => writeParts(page, { build: "" })).toThrow("no place for the part build");
});

function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "toolgen-bench-page-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
