import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { makeProject } from "../../clients/gemini-cli-core/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { clients } from "../../server/connect.js";

const toolgen = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));
let project: string;
beforeAll(() => {
  project = makeProject();
  // What it serves are the specs, not what was built from them.
  rmSync(join(project, "generated"), { recursive: true });
});

it.each(["SDK 1", "SDK 2 as of 2026-07-28"] as const)("serves the specs to %s, in the folder it was started in", async (era) => {
  const elsewhere = temporaryFolder();
  writeFileSync(join(elsewhere, "two.txt"), "1\n2\n");
  const session = await clients[era]({ args: [toolgen, "mcp", "--project", project], cwd: elsewhere });
  try {
    expect((await session.list()).map((tool) => tool.name)).toContain("git_log");
    expect(await session.call("count_bytes", { text: "abc" })).toEqual({ isError: false, text: "3" });
    expect(await session.call("count_bytes", { colour: "abc" })).toMatchObject({ isError: true, text: expect.stringContaining("`text`") });
    expect(await session.call("search_text", { query: "2" })).toEqual({ isError: false, text: "two.txt:2:2" });
    await expect(session.call("git_lgo", {})).rejects.toThrow("'git_log'");
    expect(session.said()).toBe("");
  } finally {
    await session.close();
  }
});

it("tells people what is wrong with the specs, and clients nothing", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "toolgen.yaml"), "version: 1\nserver: my_tools\n");
  const { status, stdout, stderr } = spawnSync(process.execPath, [toolgen, "mcp"], { cwd: folder, encoding: "utf8", input: "" });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/toolgen\.yaml:2:9 - error bad-value/);
});
