import { execFile } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeEach, expect, it } from "vitest";
import { saveApproval } from "../../../src/call/policy/save-approval.js";
import { readUserSettings } from "../../../src/call/user-settings.js";
import { repeat } from "../../kit/repeat.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

let file: string;
beforeEach(() => {
  file = join(temporaryFolder(), "toolgen/settings.json");
});

function write(text: string): void {
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, text);
}
const text = () => readFileSync(file, "utf8");
const when = [
  { param: "to", is: ["dev"] },
  { param: "note", is: [null] },
  { param: "tags", is: [["a", "b"]] },
  { param: "options", is: [{ deep: 1 }] },
];

it("creates a missing file, for this user alone", () => {
  expect(saveApproval(file, { tool: "deploy", when })).toBeUndefined();
  expect(JSON.parse(text())).toEqual({
    risk: { deploy: { when: { to: "dev", note: null, tags: [["a", "b"]], options: [{ deep: 1 }] }, decision: "allow" } },
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const read = readUserSettings(file);
  expect(read.ok && read.settings.overrides.deploy).toMatchObject([{ when, decision: "allow" }]);
});

it("puts what it saves before what was said of the tool, and touches nothing else", () => {
  write(
    '\uFEFF{\n\t// levels\n\t"confirm": { "safe": "never" },\n\t"risk": {\n\t\t"deploy": "dangerous", // mine\n\t\t"*": { "decision": "ask" },\n\t},\n}\n',
  );
  chmodSync(file, 0o640);
  expect(saveApproval(file, { tool: "deploy", when: [{ param: "to", is: ["dev"] }], level: "dangerous" })).toBeUndefined();
  expect(text()).toContain("// levels");
  expect(text()).toContain("// mine");
  const read = readUserSettings(file);
  if (!read.ok) throw new Error(read.problems.join("\n"));
  expect(read.settings.overrides.deploy).toMatchObject([
    { when: [{ param: "to", is: ["dev"] }], level: "dangerous", decision: "allow" },
    { when: [], level: "dangerous" },
  ]);
  expect(read.settings.overrides["*"]).toMatchObject([{ decision: "ask" }]);
  expect(statSync(file).mode & 0o777).toBe(0o640);
});

it("saves the same once", () => {
  for (let i = 0; i < 2; i += 1) saveApproval(file, { tool: "deploy", when });
  expect(readdirSync(join(file, ".."))).toEqual(["settings.json"]);
  expect(text().match(/decision/g)).toHaveLength(1);
});

it("follows a link to the file, which stays one", () => {
  const real = join(temporaryFolder(), "real.json");
  writeFileSync(real, "{}");
  mkdirSync(join(file, ".."));
  symlinkSync(real, file);
  expect(saveApproval(file, { tool: "t", when: [] })).toBeUndefined();
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(JSON.parse(readFileSync(real, "utf8"))).toEqual({ risk: { t: { decision: "allow" } } });
});

it.each(['{ "risk": ', '{ "risk": { "t": "mild" } }', "[]"])("leaves a file alone that it can't understand: %s", (broken) => {
  write(broken);
  expect(saveApproval(file, { tool: "t", when: [] })).toContain(file);
  expect(text()).toBe(broken);
});

it("says why it can't write", () => {
  writeFileSync(join(file, "../../toolgen"), "");
  expect(saveApproval(file, { tool: "t", when: [] })).toMatch(/settings\.json can't be written: E/);
});

it("loses nothing when twenty processes save at once", async () => {
  const built = new URL("../../../node_modules/.cache/toolgen-modules/call/policy/save-approval.js", import.meta.url).href;
  const program = `const { saveApproval } = await import(${JSON.stringify(built)}); const problem = saveApproval(process.argv[1], { tool: process.argv[2], when: [] }); if (problem) throw new Error(problem);`;
  const start = (_: unknown, i: number) => promisify(execFile)(process.execPath, ["--input-type=module", "-e", program, file, `tool_${i}`]);
  const count = repeat({ usual: 8, soak: 20 });
  await Promise.all(Array.from({ length: count }, start));
  expect(Object.keys(JSON.parse(text()).risk)).toHaveLength(count);
  expect(existsSync(`${file}.lock`)).toBe(false);
});
