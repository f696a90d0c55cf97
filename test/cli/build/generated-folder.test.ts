// How much a build writes for a small project, what a change rewrites, and a project that leaves it uncommitted.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { git } from "../../kit/git.js";
import { builtProject, listedTools, projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";

const tool = (name: string, description = "Count the lines of text files.") => `name: ${name}
description: ${description}
kind: read
schema:
  properties:
    files: { type: array, items: { type: string }, minItems: 1, description: The files to count. }
  required: [files]
aliases: { files: [paths, file] }
paths: { files: read }
command: [wc, -l, --, "{{#each files}}{{this}}{{/each}}"]
`;
const one = { "tools.d/count.yaml": tool("count_lines") };

const sizes = (folder: string): ReadonlyMap<string, number> => {
  const below = readdirSync(join(folder, "generated"), { recursive: true, encoding: "utf8" });
  const files = below.map((path) => [path, statSync(join(folder, "generated", path))] as const).filter(([, stat]) => stat.isFile());
  return new Map(files.map(([path, { size }]) => [path, size]));
};

it("writes at most 24 files and 820 kB for one tool, and none above 500 kB", () => {
  const files = sizes(builtProject(one));
  expect([...files.keys()].sort()).toHaveLength(24);
  expect([...files.values()].reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(820_000);
  expect(Math.max(...files.values())).toBeLessThanOrEqual(500_000);
});

it("changes at most 5 files with a description, and adds at most 2 with a tool, beside 5 that it changes", () => {
  const folder = builtProject(one);
  const commit = () => git(folder, "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "-am", "x");
  git(folder, "init", "--quiet");
  git(folder, "add", "generated");
  commit();
  const changed = (text: string, file = "count") => {
    writeFileSync(join(folder, `tools.d/${file}.yaml`), text);
    expect(toolgen(folder, ["build"]).status).toBe(0);
    git(folder, "add", "--intent-to-add", "generated");
    const lines = git(folder, "diff", "--name-status", "--", "generated").trim().split("\n");
    commit();
    return { added: lines.filter((line) => line.startsWith("A")).length, all: lines.length };
  };
  expect(changed(tool("count_lines", "Count all lines of text files."))).toEqual({ added: 0, all: 4 });
  expect(changed(tool("count_words"), "words")).toEqual({ added: 2, all: 7 });
});

const bill = (folder: string) => readFileSync(join(folder, "generated/sbom.cdx.json"), "utf8");

it("lists the packages in its bundles for scanners, with the project's own, in the same bytes each time", () => {
  const own = {
    ...one,
    "tools.d/greet.yaml": "name: greet\ndescription: d\nkind: read\nhandler: ./greet.mjs#greet\n",
    "tools.d/greet.mjs": 'import { hello } from "@example/greeting";\nexport const greet = () => hello;\n',
    "node_modules/@example/greeting/package.json":
      '{"name": "@example/greeting", "version": "1.2.3", "license": "MIT", "main": "index.mjs"}',
    "node_modules/@example/greeting/index.mjs": 'export const hello = "hello";\n',
  };
  const folders = [projectOf(own), projectOf(own)];
  for (const folder of folders) expect(toolgen(folder, ["build"])).toMatchObject({ status: 0 });
  const [first = "", second] = folders.map(bill);
  expect(first).toBe(second);
  const { components, serialNumber, metadata, ...head } = JSON.parse(first);
  expect([head.bomFormat, serialNumber, metadata]).toEqual(["CycloneDX", undefined, {}]);
  expect(components).toContainEqual({
    type: "library",
    name: "greeting",
    group: "@example",
    version: "1.2.3",
    "bom-ref": "pkg:npm/%40example/greeting@1.2.3",
    purl: "pkg:npm/%40example/greeting@1.2.3",
    licenses: [{ license: { id: "MIT" } }],
    properties: [{ name: "toolgen:file", value: "bin/handlers/greet.cjs" }],
  });
  expect(components.map(({ name }: { readonly name: string }) => name)).toEqual(expect.arrayContaining(["server", "zod"]));
  // Their own texts are in the licences of toolgen's bundles.
  expect(readFileSync(join(folders[0] ?? "", "generated/LICENCES.txt"), "utf8")).toMatch(/^zod \d/m);
  // A package's new version is a change, also if its code is the same.
  const [folder = ""] = folders;
  const manifest = join(folder, "node_modules/@example/greeting/package.json");
  writeFileSync(manifest, readFileSync(manifest, "utf8").replace("1.2.3", "1.2.4"));
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0 });
  expect(bill(folder)).toContain("greeting@1.2.4");
});

const asked = (folder: string, args: readonly string[], env = {}) =>
  spawnSync(process.execPath, ["generated/mcp/server.cjs", ...args], {
    cwd: folder,
    encoding: "utf8",
    input: "",
    env: { ...process.env, ...env },
  });

it.each([
  { feature: "search", args: ["--search"], env: {} },
  {
    feature: "oauth",
    args: ["--http", "127.0.0.1:0", "--oauth-issuer", "https://login.example", "--oauth-audience", "https://tools.example/mcp"],
    env: {},
  },
  {
    feature: "redis",
    args: ["--http", "127.0.0.1:0"],
    env: { TOOLGEN_REDIS: "redis://127.0.0.1:1", TOOLGEN_STATE_KEY: "0123456789abcdef0123456789abcdef" },
  },
  { feature: "telemetry", args: [], env: { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" } },
])("names the setting that writes $feature to a server that is asked for it", ({ feature, args, env }) => {
  const { stderr } = asked(builtProject(one), args, env);
  expect(stderr).toContain(`generated/ has no ${feature}.cjs. To write it, add ${feature} to 'features' in toolgen.yaml`);
});

it("is built again in a clone of a project that leaves it uncommitted, with the same bytes", () => {
  const folder = projectOf({ ...one, ".gitignore": "/generated/\n.toolgen/\n" });
  git(folder, "init", "--quiet");
  toolgen(folder, ["build"]);
  toolgen(folder, ["diff", "--accept"]);
  git(folder, "add", ".");
  git(folder, "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "x");
  expect(git(folder, "ls-files").trim().split("\n")).toEqual([".gitignore", "toolgen.lock", "tools.d/count.yaml"]);
  const clone = join(temporaryFolder(), folder.split("/").at(-1) ?? "");
  git(folder, "clone", "--quiet", ".", clone);
  expect(toolgen(clone, ["build"])).toMatchObject({ status: 0 });
  expect(toolgen(clone, ["build", "--check"])).toMatchObject({ status: 0 });
  expect(git(clone, "status", "--porcelain")).toBe("");
  expect(sizes(clone)).toEqual(sizes(folder));
  expect(listedTools(clone).map(({ name }: { readonly name: string }) => name)).toEqual(["count_lines"]);
});
