import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pathExists } from "../../../src/call/paths/path-notation.late.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

it("counts a path from its parameter's root, and from the workspace without one", () => {
  const folder = temporaryFolder();
  const [workspace, projectDir] = [join(folder, "work"), join(folder, "project")];
  mkdirSync(workspace);
  mkdirSync(join(projectDir, "data"), { recursive: true });
  writeFileSync(join(workspace, "a:1-2"), "");
  writeFileSync(join(projectDir, "data", "b:1-2"), "");
  const rule = { access: "read", type: "any", mustExist: false } as const;
  const paths = [
    { ...rule, target: ["path"], root: "workspace" },
    { ...rule, target: ["input"], root: "data" },
  ];
  const project = { roots: { data: "data" }, output: "generated", specPatterns: [] };
  const exists = (param: string, value: string) => pathExists({ param, value }, { paths, project, workspace, projectDir });
  expect(["path", "input", "other"].map((param) => exists(param, "a:1-2"))).toEqual([true, false, true]);
  expect(["path", "input", "other"].map((param) => exists(param, "b:1-2"))).toEqual([false, true, false]);
  expect(exists("path", join(projectDir, "data", "b:1-2"))).toBe(true);
  expect(exists("path", "a\0:1-2")).toBe(false);
  expect(pathExists({ param: "path", value: "a:1-2" }, { workspace, projectDir })).toBe(true);
});
