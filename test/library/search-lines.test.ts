import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { callToolWarm, libraryProject } from "./cases.js";

let project: string;
beforeAll(() => {
  project = libraryProject();
});

/** The arguments with which ripgrep is started for a call. */
async function optionsFor(params: object): Promise<readonly string[]> {
  const path = temporaryFolder();
  const log = join(path, "options");
  writeFileSync(join(path, "rg"), `#!/bin/sh\nprintf '%s\\n' "$@" > '${log}'\nexit 1\n`);
  chmodSync(join(path, "rg"), 0o755);
  await callToolWarm(project, "grep_search", { pattern: "x", ...params }, { workspace: temporaryFolder(), path });
  return readFileSync(log, "utf8").trim().split("\n");
}

it("asks for lines one by one where few are read, and for blocks where all may be", async () => {
  expect(await optionsFor({})).toContain("--line-buffered");
  expect(await optionsFor({ total_max_matches: 1000 })).toContain("--line-buffered");
  for (const params of [{ total_max_matches: 1001 }, { exclude_pattern: "y" }, { max_matches_per_file: 1 }])
    expect(await optionsFor(params)).not.toContain("--line-buffered");
});
