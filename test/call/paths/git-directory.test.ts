import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkPaths } from "../../../src/call/paths/check-paths.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { definition } from "../repair/tool-with-rules.js";
import { sentencesOf } from "../sentences.js";

/** A workspace with these files, links (`NAME -> TARGET`) and folders (`NAME/`). */
function workspaceOf(...entries: readonly string[]): string {
  const workspace = temporaryFolder();
  for (const entry of entries) {
    const [name = "", target] = entry.split(" -> ");
    mkdirSync(join(workspace, name.endsWith("/") ? name : join(name, "..")), { recursive: true });
    if (target !== undefined) symlinkSync(target, join(workspace, name));
    else if (!name.endsWith("/")) writeFileSync(join(workspace, name), "");
  }
  return workspace;
}

const project = { roots: {}, output: "generated", specPatterns: [] };

function mayWrite(workspace: string, path: string): boolean {
  const rule = { target: ["path"], access: "write", root: "workspace", type: "any", mustExist: false } as const;
  const result = checkPaths(definition({ paths: [rule], project }), { path }, { workspace, projectDir: workspace, cwd: workspace });
  if (!result.ok) expect(sentencesOf(result).join("\n")).toContain("part of a Git directory");
  return result.ok;
}

it.each([
  [["objects/", "refs/"], "HEAD"],
  [["objects/", "refs/"], "head"],
  [["HEAD", "refs/k"], "objects/info/k"],
  [["HEAD", "objects/info/k"], "refs/k"],
  [["HEAD -> refs/heads/main", "objects/"], "refs/k"],
  [["HEAD"], "commondir"],
  [["commondir"], "HEAD"],
  [["sub/objects/", "sub/refs/"], "sub/HEAD"],
  [["objects/", "refs/", "link -> HEAD"], "link"],
])("refuses a write that makes a Git directory of %j: %s", (entries, path) => {
  expect(mayWrite(workspaceOf(...entries), path)).toBe(false);
});

it.each(["config", "hooks/post-update", "info/attributes", "refs/heads/main", "index"])(
  "refuses to write %s of a bare repository",
  (path) => {
    expect(mayWrite(workspaceOf("bare/HEAD", "bare/objects/", "bare/refs/"), `bare/${path}`)).toBe(false);
  },
);

it.each([
  [[], "HEAD"],
  [["refs/"], "HEAD"],
  [["objects/"], "refs/a"],
  [["HEAD"], "refs/a"],
  [["docs/HEAD", "refs/", "objects/"], "docs/config"],
])("allows what leaves %j without a Git directory: %s", (entries, path) => {
  expect(mayWrite(workspaceOf(...entries), path)).toBe(true);
});
