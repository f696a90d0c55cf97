import { expect, it } from "vitest";
import { diagnoseGeminiProgram } from "../../../src/cli/doctor/diagnose-gemini.js";
import {
  diagnoseNode,
  diagnosePlatform,
  diagnoseProgram,
  type NeededProgram,
  neededPrograms,
  versionArguments,
} from "../../../src/cli/doctor/diagnose-programs.js";
import { compiled } from "../../kit/compiled.js";

const tool = (name: string, lines: string) => `name: ${name}\ndescription: d\nkind: read\n${lines}`;
const version = (text: string) => ({ kind: "version", version: text }) as const;

it("gathers what all tools run and require on a platform, and leaves out tools that don't run there", async () => {
  const { model } = await compiled({
    "a.yaml": tool("a", "command: [rg]\nrequires: { rg: '>=13', jq: '*' }\nplatforms: { macos: { program: grg }, windows: false }\n"),
    "b.yaml": tool("b", "command: [jq]\n"),
    "c.yaml": tool("c", 'command: ["{{@specDir}}/bin/c"]\n'),
  });
  const on = (name: "linux" | "macos" | "windows", node: NodeJS.Platform) =>
    neededPrograms(model.tools, { name, node }).map(({ program, tools }) => [program, tools]);
  expect(on("linux", "linux")).toEqual([
    ["./tools.d/bin/c", ["c"]],
    ["jq", ["a", "b"]],
    ["rg", ["a"]],
  ]);
  expect(on("macos", "darwin")).toEqual([
    ["./tools.d/bin/c", ["c"]],
    ["grg", ["a"]],
    ["jq", ["a", "b"]],
    ["rg", ["a"]],
  ]);
  expect(on("windows", "win32")).toEqual([
    ["./tools.d/bin/c", ["c"]],
    ["jq", ["b"]],
  ]);
  expect(diagnosePlatform(model.tools, { name: "windows", node: "win32" })).toMatchObject([
    { status: "warning", message: expect.stringMatching(/: a\.$/) },
  ]);
  expect(diagnosePlatform(model.tools, { name: "linux", node: "linux" })).toEqual([]);
});

const rg: NeededProgram = {
  program: "rg",
  tools: ["find"],
  requirements: [
    { program: "rg", range: ">=13", args: ["--version"], install: "apt install ripgrep" },
    { program: "rg", range: "<15", args: ["--version"], install: undefined },
    { program: "rg", range: "*", args: ["-V"], install: undefined },
  ],
};
const facts = (probe: Parameters<typeof diagnoseProgram>[1]["probes"][number]["probe"]) => ({
  found: { path: "/bin/rg" },
  probes: [{ args: ["--version"], probe }],
});

it("asks a program for its version once for each way of asking, and not where any version will do", () => {
  expect(versionArguments(rg)).toEqual([["--version"]]);
  expect(versionArguments({ ...rg, requirements: [] })).toEqual([]);
});

it("judges a program by every range that tools give", () => {
  expect(diagnoseProgram(rg, facts(version("13.0.0")))).toEqual({
    check: "program rg",
    status: "ok",
    message: "/bin/rg 13.0.0 (find needs it).",
    help: null,
  });
  expect(diagnoseProgram(rg, facts(version("12.1.0")))).toMatchObject({
    status: "error",
    message: "rg is 12.1.0, and >=13 is needed. (find needs it.)",
    help: "apt install ripgrep",
  });
  expect(diagnoseProgram(rg, facts(version("15.0.0")))).toMatchObject({
    status: "error",
    message: expect.stringContaining("<15 is needed"),
  });
  expect(diagnoseProgram(rg, facts({ kind: "silent" }))).toMatchObject({
    status: "warning",
    message: expect.stringContaining("doesn't print its version"),
  });
  expect(diagnoseProgram(rg, facts({ kind: "slow" }))).toMatchObject({ status: "warning", message: expect.stringContaining("within 5 s") });
});

it("says how to install what is missing, or how a spec could say it", () => {
  const missing = { found: { problem: "Not there." }, probes: [] };
  expect(diagnoseProgram(rg, missing)).toMatchObject({ status: "error", help: "apt install ripgrep" });
  expect(diagnoseProgram({ ...rg, requirements: [] }, missing).help).toContain("requires: { rg: { install: … } }");
});

it("judges the Node that runs toolgen and the one that its outputs are started by", () => {
  const range = ">=20.19";
  const judge = (own: string, onPath: Parameters<typeof diagnoseNode>[0]["onPath"]) =>
    diagnoseNode({ own, range, onPath }).map(({ status, message }) => [status, message]);
  expect(judge("20.20.0", version("22.1.0"))).toEqual([["ok", "Node 20.20.0, and 22.1.0 on PATH (>=20.19)."]]);
  expect(judge("18.1.0", version("22.1.0"))).toEqual([["error", "Node 18.1.0 runs toolgen, which needs >=20.19."]]);
  expect(judge("20.20.0", version("18.1.0"))).toEqual([["error", expect.stringContaining("node on PATH is 18.1.0")]]);
  expect(judge("20.20.0", undefined)).toEqual([["error", expect.stringContaining("no node on PATH")]]);
});

it("warns of a Gemini CLI that is older than the one that was checked, and says so of a newer one", () => {
  expect(diagnoseGeminiProgram(undefined).status).toBe("warning");
  expect(diagnoseGeminiProgram(version("0.60.2"))).toMatchObject({ status: "warning", message: expect.stringContaining("0.60.2") });
  expect(diagnoseGeminiProgram(version("0.61.4"))).toMatchObject({ status: "ok", message: "gemini is 0.61.4." });
  expect(diagnoseGeminiProgram(version("0.62.0-nightly.1"))).toMatchObject({
    status: "ok",
    message: expect.stringContaining("newer than 0.61"),
  });
});
