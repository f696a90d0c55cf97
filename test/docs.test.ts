import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const pages = ["README.md", ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`)];

it("has reference pages that say what the code's tables say", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/docs.mjs", "--check"], { cwd: root, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
});

it.each(pages)("links from %s to files that exist", (page) => {
  const text = readFileSync(join(root, page), "utf8");
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? "");
  expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
});

it("has the output of tools.d in generated/ exactly as the compiler makes it", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["dist/cli/main.js", "build", "--check"], { cwd: root, encoding: "utf8" });
  expect([status, stdout + stderr]).toEqual([0, expect.any(String)]);
});
