import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { cases, workspaceOf } from "../../library/cases.js";
import { asked } from "./asked.js";
import { type Answer, isSame } from "./is-same.js";

// The tables of test/library/cases say what this project's tools answer, and where pi's for the same jobs answer otherwise. Here the real pi is asked.

const canSearch = process.env.PATH?.split(":").some((folder) => existsSync(join(folder, "rg")));
const all = cases.flatMap(([tool, table]) =>
  table.flatMap((one) => {
    const call = asked(tool, one);
    return call === undefined ? [] : [{ name: `${tool}: ${one.name}`, one, call }];
  }),
);

let answers: readonly Answer[];
let workspaces: readonly string[];

beforeAll(() => {
  // pi writes to any path: two folders further up is still one of the test's folders.
  workspaces = all.map(({ one }) => workspaceOf(one, deepFolder()));
  const home = temporaryFolder();
  const env = { PATH: process.env.PATH, HOME: home, PI_CODING_AGENT_DIR: home, PI_OFFLINE: "1", PI_TELEMETRY: "0" };
  const input = JSON.stringify(all.map(({ call }, i) => ({ ...call, workspace: workspaces[i] })));
  const printed = execFileSync(process.execPath, [fileURLToPath(new URL("library.mjs", import.meta.url))], {
    input,
    encoding: "utf8",
    env,
  });
  answers = JSON.parse(printed).answers;
});

function deepFolder(): string {
  const folder = join(temporaryFolder(), "deep", "workspace");
  mkdirSync(folder, { recursive: true });
  return folder;
}

for (const [i, { name, one, call }] of all.entries()) {
  // Without ripgrep on the PATH pi would fetch it.
  it.skipIf(call.tool === "grep" && !canSearch)(name, () => {
    const answer = answers[i] ?? {};
    const isAlike = isSame(one, answer, { tool: call.tool, workspace: workspaces[i] ?? "" });
    if (one.pi === undefined) expect(isAlike, JSON.stringify(answer).slice(0, 500)).toBe(true);
    else {
      expect(answer.text ?? "").toContain(one.pi.says ?? "");
      expect(answer.error ?? "").toContain(one.pi.error ?? "");
      if (!("ends" in Object(one.ours))) expect(isAlike, "what the table has for another answer is the same").toBe(false);
    }
  });
}

it("says of each case that differs why the answer is better, and of no case that pi isn't asked that it does", () => {
  const differing = cases.flatMap(([tool, table]) => table.filter(({ pi }) => pi !== undefined).map((one) => ({ tool, one })));
  expect(differing.filter(({ one }) => (one.pi?.better ?? one.better) === undefined).map(({ one }) => one.name)).toEqual([]);
  expect(differing.filter(({ tool, one }) => asked(tool, one) === undefined).map(({ one }) => one.name)).toEqual([]);
  expect(all.length).toBeGreaterThan(70);
});
