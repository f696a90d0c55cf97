import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { asLine } from "../../library/memory/as-line.js";
import { withMemory } from "../../library/memory/with-memory.js";
import { anyCharacter } from "../kit/any-character.js";
import { repeat } from "../kit/repeat.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { libraryProject } from "./cases.js";

let project: string;

beforeAll(() => {
  project = libraryProject();
});

function remember(
  params: object,
  { workspace, env }: { readonly workspace: string; readonly env: Readonly<Record<string, string>> },
): string {
  const { stdout, stderr } = spawnSync(process.execPath, [join(project, "generated/bin/call"), "save_memory"], {
    cwd: workspace,
    input: JSON.stringify(params),
    env: { PATH: process.env.PATH, TMPDIR: temporaryFolder(), ...env },
    encoding: "utf8",
  });
  return stdout.trimEnd() || stderr;
}

it("loses none of many facts that come at once, to a file that isn't there yet", async () => {
  const workspace = temporaryFolder();
  const facts = Array.from({ length: repeat({ usual: 20, soak: 200 }) }, (_, i) => `Fact number ${i}.`);
  const handler = join(project, "generated/bin/handlers/save_memory.cjs");
  const codes: unknown[] = [];
  const left = [...facts];
  const lane = async () => {
    for (let fact = left.pop(); fact !== undefined; fact = left.pop()) {
      const child = spawn(process.execPath, [handler, project], { cwd: workspace, stdio: ["pipe", "ignore", "ignore"] });
      child.stdin.end(JSON.stringify({ fact, scope: "project" }));
      codes.push((await once(child, "close"))[0]);
    }
  };
  await Promise.all(Array.from({ length: repeat({ usual: 10, soak: 50 }) }, lane));
  expect(codes).toEqual(facts.map(() => 0));
  const [title, blank, ...lines] = readFileSync(join(workspace, "AGENTS.md"), "utf8").trimEnd().split("\n");
  expect([title, blank]).toEqual(["## Added Memories", ""]);
  expect(lines.sort()).toEqual(facts.map((fact) => `- ${fact}`).sort());
  expect(readdirSync(workspace)).toEqual(["AGENTS.md"]);
});

it("doesn't wait for a process that is gone", () => {
  const [workspace, TMPDIR] = [temporaryFolder(), temporaryFolder()];
  const env = { TMPDIR, HOME: temporaryFolder() };
  remember({ fact: "One." }, { workspace, env });
  const locks = join(TMPDIR, `toolgen-${userInfo().username}-locks`);
  expect(readdirSync(locks)).toEqual([]);
  const gone = spawnSync(process.execPath, ["-e", "console.log(process.pid)"], { encoding: "utf8" }).stdout.trim();
  const lock = createHash("sha256").update(join(workspace, "AGENTS.md")).digest("hex");
  for (const name of [lock, `${lock}.left`]) writeFileSync(join(locks, name), gone);
  expect(remember({ fact: "Two." }, { workspace, env })).toBe("Remembered in AGENTS.md: Two.");
  expect(readdirSync(locks)).toEqual([]);
});

it("asks the environment, and no call, for another file", () => {
  const [workspace, home] = [temporaryFolder(), temporaryFolder()];
  const env = { HOME: home };
  expect(remember({ fact: "One.", scope: "global" }, { workspace, env })).toBe("Remembered in ~/.gemini/GEMINI.md: One.");
  expect(readFileSync(join(home, ".gemini/GEMINI.md"), "utf8")).toBe("## Added Memories\n\n- One.\n");
  const named = { ...env, TOOLGEN_MEMORY_FILE: "docs/notes.md", TOOLGEN_GLOBAL_MEMORY_FILE: "~/.pi/agent/AGENTS.md" };
  expect(remember({ fact: "Two." }, { workspace, env: named })).toBe("Remembered in docs/notes.md: Two.");
  expect(remember({ fact: "Three.", scope: "global" }, { workspace, env: named })).toBe("Remembered in ~/.pi/agent/AGENTS.md: Three.");
  expect(readFileSync(join(workspace, "docs/notes.md"), "utf8")).toContain("- Two.\n");
  expect(readFileSync(join(home, ".pi/agent/AGENTS.md"), "utf8")).toContain("- Three.\n");
  expect(readdirSync(workspace)).toEqual(["docs"]);
});

it("adds one line to any text and changes no other", () => {
  const part = fc.constantFrom("# A", "## Added Memories", "## Gemini Added Memories", "### B", "- one", "```", "~~~~", "text", "", "  ");
  const texts = fc.tuple(fc.array(part, { maxLength: 12 }), fc.constantFrom("\n", "\r\n"), fc.boolean());
  fc.assert(
    fc.property(texts, fc.string({ unit: anyCharacter }), ([lines, end, final], said) => {
      const text = lines.join(end) + (final ? end : "");
      const line = asLine(said);
      expect(line).not.toMatch(/[\n\r\u2028\u2029]|^#{1,6}\s|^[-*+>]\s|(?:^|\s)@[\w./~]/);
      const made = withMemory(text, line) ?? text;
      const rest = made.split(/\r?\n/);
      expect(rest.some((one) => one.trim() === `- ${line}`.trim())).toBe(true);
      // Without the line, and the heading where it is new, it is what it was.
      const without = rest.toSpliced(rest.lastIndexOf(`- ${line}`), 1);
      const words = (all: readonly string[]) => all.filter((one) => one.trim() !== "");
      const old = words(text.split(/\r?\n/));
      if (made !== text) expect([old, [...old, "## Added Memories"]]).toContainEqual(words(without));
      if (line !== "") expect(withMemory(made, line)).toBe(undefined);
    }),
    { numRuns: 500, seed: 8 },
  );
});
