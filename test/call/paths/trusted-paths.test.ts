import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { findTrustedPath } from "../../../src/call/paths/find-trusted-path.js";
import { trustedPaths } from "../../../src/call/paths/trusted-paths.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

let workspace: string;
beforeAll(() => {
  // What the folders above are called doesn't matter.
  workspace = join(temporaryFolder(), ".cursor", "worktrees", "tools.d");
  mkdirSync(join(workspace, "src"), { recursive: true });
});

const rule = { target: ["path"], access: "write", root: "workspace", type: "any", mustExist: false } as const;
const project = { roots: {}, output: "generated", specPatterns: [] };
const find = (path: string, root = "workspace") =>
  findTrustedPath({ paths: [{ ...rule, root }], project }, { path }, { workspace, projectDir: workspace });

/** A name that a pattern of the table stands for. */
const example = (name: string) => name.replace("[cm]", "m").replace("[0-9]", "1").replace("[a-z]", "x").replaceAll("*", "x");
const all = trustedPaths.flatMap(({ names, ...of }) => names.map((name) => ({ ...of, name: example(name) })));

it("finds each path of the table, however it is written", () => {
  for (const { name, level } of all) {
    const ways = [
      name,
      `./${name}`,
      `packages/a/${name}`,
      name.toUpperCase(),
      `src/../${name}`,
      `missing/../${name}`,
      join(workspace, name),
    ];
    for (const way of [...ways, `${name}.`, `${name}::$DATA`, `${name}/below`, `/elsewhere/${name}`])
      expect([way, find(way, "any")?.level]).toEqual([way, level]);
  }
});

it("finds it where a link leads, and a link of that name", () => {
  for (const [at, to] of [
    ["src/innocent", "../.envrc"],
    ["src/folder", "../.github"],
    ["CLAUDE.md", "src/notes.md"],
  ] as const) {
    mkdirSync(dirname(join(workspace, at)), { recursive: true });
    symlinkSync(to, join(workspace, at));
  }
  expect(find("src/innocent")?.because).toBe("shells and their tools run it when they start or enter the folder");
  expect(find("src/folder/workflows/ci.yml")?.level).toBe("dangerous");
  expect(find("claude.MD")?.level).toBe("dangerous");
  expect(find("CLAUDE.md")?.level).toBe("dangerous");
});

it("finds a folder that can be moved there with what is in it", () => {
  expect(find(".github")?.level).toBe("dangerous");
  expect(find("packages/.config")?.level).toBe("dangerous");
});

it("finds nothing in plain files, whatever they are nearly called", () => {
  const plain = [
    ...["src/a.ts", "README.md", "docs/agents.md.txt", "my.npmrc", "npmrc", "env", "vscode/x", "file.txt"],
    ...["library", "generated", "gradle", "generated/report.html", "tools.d.md", "src/package.json.ts", "ssh/config", "profile.ts"],
    ...["node_modules.md", "src/venv.ts", "env/a", "src/workspaces/a", "mygulpfile.js", "docs/meson.build.md", "build.bazel.md"],
  ];
  for (const path of plain) expect([path, find(path)]).toEqual([path, undefined]);
});

it("sees all that a call writes, at any depth, and the most dangerous of it", () => {
  const paths = [
    { ...rule, target: ["edits", "[]", "path"] },
    { ...rule, target: ["all"] },
    { ...rule, target: ["from"], access: "read" as const },
  ];
  const found = (params: object) => findTrustedPath({ paths, project }, params as never, { workspace, projectDir: workspace });
  expect(found({ edits: [{ path: "a" }, { path: "package.json" }, { path: ".npmrc" }] })).toMatchObject({
    path: ".npmrc",
    level: "dangerous",
  });
  expect(found({ edits: [{ path: "Makefile" }] })).toMatchObject({ path: "Makefile", level: "moderate" });
  expect(found({ edits: [{ path: "packages/a/Gulpfile.babel.js" }] })).toMatchObject({ level: "moderate" });
  expect(found({ edits: [{ path: "WORKSPACE" }] })).toMatchObject({ level: "moderate" });
  expect(found({ edits: [{ path: "node_modules/a/index.js" }] })).toMatchObject({ level: "moderate" });
  expect(found({ all: ["a", ".envrc"] })).toMatchObject({ path: ".envrc" });
  expect(found({ from: ".envrc" })).toBeUndefined();
  expect(found({})).toBeUndefined();
});

it("is the table of docs/risk-values.md", () => {
  const file = new URL("../../../docs/risk-values.md", import.meta.url);
  const rows = trustedPaths.map(
    ({ names, because, level }) => `| ${names.map((name) => `\`${name}\``).join(" ")} | ${because} | ${level} |`,
  );
  const text = readFileSync(file, "utf8");
  const table = /\| files and folders \|.*\n\|---.*\n((?:\|.*\n)*)/.exec(text);
  if (process.env.RECORD === "1" && table !== null)
    writeFileSync(
      file,
      text.replace(table[1] ?? "", () => `${rows.join("\n")}\n`),
    );
  else expect(table?.[1]?.trimEnd().split("\n")).toEqual(rows);
});
