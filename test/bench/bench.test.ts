import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { temporaryFolder } from "../kit/temporary-folder.js";

interface Page {
  publish(parts: unknown, places: { readonly page: string; readonly images: string }): Promise<void>;
  writeParts(path: string, parts: Readonly<Record<string, string>>): void;
}

const { publish, writeParts }: Page = await import(new URL("page.mjs", import.meta.url).href);
const root = fileURLToPath(new URL("../..", import.meta.url));

it("refuses a part that it doesn't have", () => {
  const bench = fileURLToPath(new URL("main.mjs", import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [bench, "--only", "everything"], { encoding: "utf8" });
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("--only PART");
});

it("has the figures and charts of the last results on its page", async () => {
  const folder = temporaryFolder();
  const page = join(folder, "performance.md");
  const committed = readFileSync(join(root, "contributing/performance.md"), "utf8");
  writeFileSync(page, committed.replaceAll(/(<!-- bench:(\w+) -->\n)[\s\S]*?(<!-- \/bench:\2 -->)/g, "$1$3"));
  const results = JSON.parse(readFileSync(join(root, "test/bench/results.json"), "utf8"));
  await publish(results, { page, images: folder });
  expect(readFileSync(page, "utf8")).toBe(committed);
  const charts = readdirSync(folder).filter((name) => name.endsWith(".svg"));
  // A run of before these were measured has no charts of calls and of heavy specs.
  const further = [results.build.heavy && "build-heavy", ...(results.mcp.load ? ["mcp-calls", "mcp-calls-http"] : [])].filter(Boolean);
  const parts = ["build", "call", "library", "mcp", "registry", "repair", ...further].sort();
  expect(charts).toEqual(parts.map((part) => `bench-${part}.svg`));
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
