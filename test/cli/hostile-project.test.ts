import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { eventually } from "../kit/eventually.js";
import { projectOf, sayTool } from "../kit/project.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { toolgen } from "../kit/toolgen.js";
import { cachedTexts, cacheFiles, forgeCache } from "./written.js";

/** A folder beside projects, with a file in it that no build may read or change. */
let outside = "";
beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), "toolgen-outside-"));
  writeFileSync(join(outside, "secret.json"), '{ "secret": "1234" }');
});
afterEach(() => {
  const kept = { files: readdirSync(outside, { recursive: true }), text: readFileSync(join(outside, "secret.json"), "utf8") };
  rmSync(outside, { recursive: true });
  expect(kept).toEqual({ files: ["secret.json"], text: '{ "secret": "1234" }' });
});

interface Case {
  readonly files?: Readonly<Record<string, string>>;
  /** Symbolic links by their path; `OUT` is the folder outside. */
  readonly links?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/** The codes and paths that a command reports of a project, and whether it showed the secret. */
function reported({ files = {}, links = {}, args = ["build"] }: Case): readonly string[] {
  const folder = projectOf({ "tools.d/say.yaml": sayTool, ...files });
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(target.replace("OUT", outside), join(folder, path));
  }
  const { stdout, stderr, status } = toolgen(folder, [...args, "--format", "json"]);
  expect(`${stdout}${stderr}`).not.toContain("1234");
  expect(status).toBeLessThan(2);
  const found = JSON.parse(stdout) as readonly { readonly code: string; readonly file: string }[];
  return found.map(({ code, file }) => `${file} ${code}`);
}

it.each<[name: string, links: Record<string, string>, reported: string]>([
  ["an output folder that is a link", { generated: "OUT" }, "generated outside-output"],
  ["one that is a link to nothing", { generated: "OUT/new" }, "generated outside-output"],
  ["one that is a link within the project", { generated: "tools.d" }, "generated outside-output"],
  ["a folder in it that is a link", { "generated/bin": "OUT" }, "generated/bin outside-output"],
  ["one deep in it", { "generated/bin/tools": "OUT" }, "generated/bin/tools outside-output"],
  ["an output that is a link", { "generated/mcp/server.json": "OUT/secret.json" }, "generated/mcp/server.json outside-output"],
  [
    "a manifest that is a link",
    { "generated/.toolgen-manifest.json": "OUT/secret.json" },
    "generated/.toolgen-manifest.json outside-output",
  ],
  ["a cache that is a link", { ".toolgen": "OUT" }, ".toolgen outside-output"],
  ["a folder of the cache that is a link", { ".toolgen/cache": "OUT" }, ".toolgen/cache outside-output"],
])("refuses %s", (_name, links, expected) => {
  expect(reported({ links })).toEqual([expected]);
  expect(reported({ links, args: ["build", "--check"] })).toEqual([expected]);
});

it("writes no cache through a link deep in it", () => {
  expect(reported({ links: { ".toolgen/cache/checked": "OUT", ".toolgen/.gitignore": "OUT/new" } })).toEqual([]);
});

it("replaces a temporary file that is a link, and not what it leads to", () => {
  expect(reported({ links: { "generated/.toolgen-manifest.json.toolgen-tmp": "OUT/secret.json" } })).toEqual([]);
});

it.each(["a/generated", "a/b/generated"])("refuses the output folder %s behind a link", (output) => {
  expect(reported({ files: { "toolgen.yaml": `version: 1\noutput: ${output}\n` }, links: { a: "OUT" } })).toEqual(["a outside-output"]);
});

it.each([
  "..",
  "a/../..",
  "/tmp/a",
  ".git",
  ".git/hooks",
  "a/.git/b",
  ".GIT/x",
  ".git /x",
  ".git.",
  "git~1/x",
  ".g\u200cit/hooks",
  ".git::$INDEX_ALLOCATION/x",
  "node_modules/x",
  "Node_Modules",
  ".github/workflows",
  ".github",
  ".GitHub/Workflows/x",
  "a/.husky/_",
  ".vscode",
  ".vscode./x",
  ".gemini",
  ".gemini/extensions/x",
  ".claude/skills",
  ".githooks",
  ".cargo/bin",
  ".config/git",
  ".toolgen/x",
  "tools.d",
  "Tools.d",
])("refuses %j as the output folder", (output) => {
  const files = { "toolgen.yaml": `version: 1\nspecs: tools.d/*.yaml\noutput: ${JSON.stringify(output)}\n` };
  expect(reported({ files })).toEqual(["toolgen.yaml bad-value"]);
});

/** A pattern that would take years for its default. */
const slowDefault = `name: slow
description: Print a text.
kind: read
schema: { properties: { a: { type: string, description: The text., pattern: ^(a+)+$, default: ${"a".repeat(32)}! } } }
command: [printf, "%s", "{{a}}"]
`;

it("matches no default with a pattern that takes exponentially long", () => {
  for (const args of [["build"], ["build", "--check"], ["check"]])
    expect(reported({ files: { "tools.d/slow.yaml": slowDefault }, args }), args.join(" ")).toEqual(["tools.d/slow.yaml slow-pattern"]);
  const folder = projectOf({ "tools.d/slow.yaml": slowDefault });
  expect(toolgen(folder, ["doctor"])).toMatchObject({ status: 1, stdout: expect.stringContaining("1 error in tools.d/slow.yaml") });
  expect(toolgen(folder, ["test"])).toMatchObject({ status: 1, stderr: expect.stringContaining("slow-pattern") });
});

it("deletes nothing of Git's for a manifest that names it", () => {
  const manifest = JSON.stringify({ version: 1, toolgen: "0.1.0", files: { ".git/config": "00" } });
  const files = { "generated/.git/config": "mine", "generated/.toolgen-manifest.json": manifest };
  expect(reported({ files })).toEqual(["generated/.toolgen-manifest.json corrupt-manifest"]);
});

it.each<[name: string, project: Case, reported: string]>([
  ["a spec that is a link", { links: { "tools.d/x.json": "OUT/secret.json" } }, "tools.d/x.json unreadable"],
  ["a folder of specs that is a link", { links: { "tools.d/x": "OUT" } }, "tools.d/x unreadable"],
  ["a link to the root of the disk", { links: { "tools.d/x": "/" } }, "tools.d/x unreadable"],
  ["a toolgen.yaml that is a link", { links: { "toolgen.yaml": "OUT/secret.json" } }, "toolgen.yaml unreadable"],
  ["a glob that leads out", { files: { "toolgen.yaml": "version: 1\nspecs: ../**/*.json\n" } }, ".. unreadable"],
  ["a device", { links: { "tools.d/x.yaml": "/dev/zero" } }, "tools.d/x.yaml unreadable"],
  [
    "Git's files",
    { files: { ".git/config": "[remote]\ntoken = 1234", "toolgen.yaml": "version: 1\nspecs: .git/config\n" } },
    ".git unreadable",
  ],
  [
    "Git's files through a link",
    { files: { ".git/config": "[remote]\ntoken = 1234" }, links: { "tools.d/x.yaml": "../.git/config" } },
    "tools.d/x.yaml unreadable",
  ],
  ["hidden files", { files: { ".env": "TOKEN=1234", "toolgen.yaml": "version: 1\nspecs: .env\n" } }, ".env unreadable"],
])("refuses %s for a spec, and shows nothing of it", (_name, project, expected) => {
  expect(reported(project)).toContain(expected);
  expect(reported({ ...project, args: ["check"] })).toContain(expected);
});

it("leaves out a link out of the project that a glob with ! names", () => {
  const files = { "toolgen.yaml": "version: 1\nspecs: ['**/*.yaml', '!linked', '!toolgen.yaml', '!generated/**']\n" };
  expect(reported({ files, links: { linked: "OUT" } })).toEqual([]);
});

it("raises and lowers its limits on the command line alone, for every command", () => {
  const files = { "tools.d/a.yaml": sayTool.replace("name: say", "name: a").replace("[speak]", "[]") };
  for (const command of ["build", "check"])
    expect(reported({ files, args: ["--limit", "files=1", command] })).toEqual(["toolgen.yaml too-many-files"]);
  expect(reported({ files, args: ["--limit", "files=2", "--limit", "bytes=100B", "check"] })).toEqual(["toolgen.yaml too-many-bytes"]);
  const folder = projectOf({ "tools.d/say.yaml": sayTool, ...files });
  for (const command of ["list", "test", "budget", "doctor"])
    expect(toolgen(folder, ["--limit", "files=1", command]), command).toMatchObject({ status: 1 });
  for (const wrong of ["files", "files=0", "files=-1", "files=1MB", "bytes=1", "time=1000h", "toString=1", "__proto__=1"])
    expect(toolgen(folder, ["check", "--limit", wrong]), wrong).toMatchObject({ status: 2, stderr: expect.stringContaining("time=20m") });
});

it("believes no cache and no stamp that came with the project", () => {
  const folder = projectOf({ "tools.d/say.yaml": sayTool });
  expect(toolgen(folder, ["build"]).status).toBe(0);
  // What a pull request can hold: the bytes of a cache that another machine made of the same specs, and changed.
  const forged = temporaryFolder();
  cpSync(folder, forged, { recursive: true });
  for (const path of cacheFiles(forged)) forgeCache(path, "printf", "reboot");
  expect(cachedTexts(forged, "checked")).toContain("reboot");
  writeFileSync(join(forged, "tools.d/say.yaml"), sayTool.replace("kind: read", "kind: reed"));
  expect(toolgen(forged, ["check"])).toMatchObject({ status: 1 });
  writeFileSync(join(forged, "tools.d/say.yaml"), sayTool);
  expect(toolgen(forged, ["build"]).status).toBe(0);
  for (const path of readdirSync(join(forged, "generated"), { recursive: true, encoding: "utf8" }))
    if (path.endsWith("say.cjs")) expect(readFileSync(join(forged, "generated", path), "utf8")).not.toContain("reboot");
  expect(toolgen(forged, ["build", "--check"]).status).toBe(0);
});

it("believes no stamp of nothing that is there", async () => {
  const folder = projectOf({ "tools.d/say.yaml": sayTool });
  const stamp = join(folder, ".toolgen/cache/stamp");
  // A build leaves none right after a change.
  expect(await eventually(() => toolgen(folder, ["build"]).status === 0 && existsSync(stamp))).toBe(true);
  const parts = readFileSync(stamp, "utf8").split("\0");
  writeFileSync(stamp, [...parts.slice(0, 7), "1", "nowhere", "absent", "end"].join("\0"));
  writeFileSync(join(folder, "tools.d/say.yaml"), "kind: reed\n");
  for (const command of ["check", "build"]) expect(toolgen(folder, [command]), command).toMatchObject({ status: 1 });
});
