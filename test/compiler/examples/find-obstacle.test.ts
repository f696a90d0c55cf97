import { expect, it } from "vitest";
import { type AboutToRun, findObstacle } from "../../../src/compiler/examples/example-setup.js";

const call = (program: string) => ({ program, args: [], cwd: "/w", stdin: undefined, env: {}, params: {}, summary: undefined });
const about = (parts: Partial<AboutToRun>): AboutToRun => ({
  call: call("git"),
  found: "/usr/bin/git",
  bin: "/w/bin",
  fakes: [],
  risk: "safe",
  ...parts,
});
const missing = { kind: "notFound", message: "" } as const;

it("runs a fake whatever the risk, and a real program unless it is dangerous", () => {
  expect(findObstacle(about({ found: "/w/bin/git", fakes: ["git"], risk: "dangerous" }))).toBeUndefined();
  expect(findObstacle(about({ risk: "moderate" }))).toBeUndefined();
  expect(findObstacle(about({ risk: "dangerous" }))).toMatchObject({ kind: "fail", reason: expect.stringContaining("dangerous") });
});

it("never runs the real program of a dangerous tool beside fakes of others", () => {
  expect(findObstacle(about({ fakes: ["gh"], risk: "dangerous" }))).toMatchObject({ kind: "fail" });
});

it("runs nothing when something else than the fake would start", () => {
  expect(findObstacle(about({ fakes: ["git"] }))).toMatchObject({ kind: "fail", reason: expect.stringContaining("the fake git") });
  expect(findObstacle(about({ fakes: ["git"], found: missing }))).toMatchObject({ kind: "fail" });
});

it("skips what is not installed, but not what the project itself should have", () => {
  expect(findObstacle(about({ found: missing }))).toMatchObject({ kind: "skip", reason: expect.stringContaining("git is not installed") });
  expect(findObstacle(about({ call: call("/project/tools.d/run.sh"), found: missing }))).toBeUndefined();
});
