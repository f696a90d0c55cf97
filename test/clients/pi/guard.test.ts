import { mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { builtProject } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { type PiAnswer, runPi, type Turn, type Version, versions } from "./run-pi.js";

const bash = readFileSync(new URL("../../../library/pi/bash.yaml", import.meta.url), "utf8");
const config = "version: 1\ntargets: { pi: { overrides: [bash] } }\n";
const slowBash = bash.replace("guard: command", "guard: { param: command, slow: 300ms }");

/** A name that a shell would take for much else. */
const awkward = 'it\'s "a" $(touch canary) `touch canary`\n; touch canary #';

const fast = {
  streamed: "for i in 1 2; do printf 'part %s \\xe2\\x82' $i; sleep 0.2; printf '\\xac\\n'; sleep 0.2; done | tail -1",
  hostile: "printf '%s\\n' '$(touch canary)' '`touch canary`' \"'; touch canary #\" | sort | head -2",
  bytes: "printf 'a\\0b\\n\\xe2\\x82\\n\\xff\\n' | tail -3",
  killed: "(seq 1 30; kill -9 $BASHPID) | tail -1",
  endedEarly: "seq 1 12000000 | head -1",
  many: "seq 1 12000000 | tail -1",
  timedOut: "(seq 1 10; sleep 600) | tail -1",
} as const;
const slow = {
  withErrors: "(for i in 1 2 3; do echo line $i; echo trouble $i >&2; sleep 0.2; done; exit 3) | tail -1",
  failed: "(seq 1 30; sleep 0.5) | grep nosuch",
  timedOut: "(seq 1 10; sleep 600) | tail -1",
} as const;

const turnsOf = (commands: Readonly<Record<string, string>>): readonly Turn[] =>
  Object.entries(commands).map(([name, command]) => ({ tool: "bash", args: name === "timedOut" ? { command, timeout: 1 } : { command } }));

describe.each(Object.keys(versions) as Version[])("pi %s", (version) => {
  let answer: PiAnswer;
  let slowAnswer: PiAnswer;
  let folder: string;
  beforeAll(async () => {
    const tmp = join(temporaryFolder(), awkward);
    mkdirSync(tmp);
    folder = join(temporaryFolder(), awkward);
    renameSync(builtProject({ "toolgen.yaml": config, "tools.d/bash.yaml": bash }), folder);
    const slowFolder = builtProject({ "toolgen.yaml": config, "tools.d/bash.yaml": slowBash });
    const ui = { version, env: { TMPDIR: tmp }, answer: () => undefined };
    [answer, slowAnswer] = await Promise.all([
      runPi({ ...ui, folder, turns: turnsOf(fast) }),
      runPi({ ...ui, folder: slowFolder, turns: turnsOf(slow) }),
    ]);
  });
  const resultOf = (name: keyof typeof fast) => answer.results[Object.keys(fast).indexOf(name)] ?? "";
  const slowResultOf = (name: keyof typeof slow) => slowAnswer.results[Object.keys(slow).indexOf(name)] ?? "";
  /** The visible output of the first command until it ends. */
  const updates = () =>
    answer.events
      .slice(
        0,
        answer.events.findIndex(({ type }) => type === "tool_execution_end"),
      )
      .filter(({ type }) => type === "tool_execution_update")
      .map(({ partialResult }) => (partialResult as { content: readonly { text: string }[] }).content[0]?.text ?? "");
  const all = () => [...answer.results, ...slowAnswer.results].join("\n");

  it("shows what the producer prints while a guarded command runs, with no character in halves", () => {
    expect(updates()).toContain("part 1 €\n");
    expect(updates().at(-1)).toBe("part 1 €\npart 2 €\n");
    expect(updates().join("")).not.toContain("\uFFFD");
    expect(resultOf("streamed")).toMatch(/^part 2 €\n\[The full output/);
  });

  it("runs nothing of an output, a folder or a path that looks like a command", () => {
    expect(resultOf("hostile")).toMatch(/^\$\(touch canary\)\n'; touch canary #\n|^'; touch canary #\n\$\(touch canary\)\n/);
    expect(() => readFileSync(join(folder, "canary"))).toThrow("ENOENT");
    const file = /is in (.*\.txt)\]$/s.exec(resultOf("hostile"))?.[1] ?? "";
    expect(file).toContain(awkward);
    expect(readFileSync(file, "utf8").split("\n")).toHaveLength(4);
  });

  it("takes bytes that are no text", () => {
    expect(resultOf("bytes")).toMatch(/^a.?b\n\uFFFD+\n\uFFFD/s);
  });

  it("says how a producer that was killed ended", () => {
    expect(resultOf("killed")).toMatch(/^30\n|\n30\n/);
    expect(resultOf("killed")).toContain("exited with code 137.]");
  });

  it("doesn't call a producer failed because nothing read on", () => {
    expect(resultOf("endedEarly")).toMatch(/^1\n\[The first \d+ bytes of the output of `seq 1 12000000` are in /);
  });

  it("filters 100 MB, and says how much of it was kept", () => {
    expect(resultOf("many")).toMatch(/^12000000\n\[The first 67108864 bytes of the output of `seq 1 12000000` are in /);
    expect(resultOf("many").length).toBeLessThan(2000);
  });

  it("answers what a command had printed at its time limit, fast or slow", () => {
    expect(resultOf("timedOut")).toMatch(/^Command timed out after 1 seconds?\n\[`tail -1` left none of the 10 lines\.\]/);
    expect(slowResultOf("timedOut")).toMatch(/^1\n2\n.*\n10\n.*Command timed out after 1 seconds?\n\[This is a slow command/s);
    expect(slowResultOf("timedOut")).toContain("; all of it is in ");
  });

  it("keeps what a slow command printed on standard error, and how it ended", () => {
    expect(slowResultOf("withErrors")).toMatch(
      /^line 1\nline 2\nline 3\ntrouble 1\ntrouble 2\ntrouble 3\n\[`\(for .*` exited with code 3\.\]/,
    );
    expect(slowResultOf("failed")).toMatch(/^1\n2\n.*\n30\n.*Command exited with code 1\n\[This is a slow command/s);
  });

  it("shows nothing of how a command is guarded", () => {
    expect(all()).not.toMatch(/toolgen_code|PIPESTATUS|tee '/);
  });
});
