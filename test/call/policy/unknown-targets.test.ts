import { expect, it } from "vitest";
import { type Settings, unknownTargets } from "../../../src/call/risk-settings.js";

const about = (...targets: readonly string[]): Settings => ({
  confirm: {},
  overrides: Object.fromEntries(targets.map((target) => [target, [{ when: [], from: target }]])),
});

const here = { tools: ["push", "run_shell"], aliases: { terminal: "run_shell" }, toolsets: () => ["git"], servers: ["files"] };

it("says nothing of what is there, nor of what is about all", () => {
  expect(unknownTargets(about("*", "push", "toolset:git", "server:files"), here)).toEqual([]);
});

it("says of what kind it is that isn't there, and what may be meant", () => {
  expect(unknownTargets(about("psuh", "toolset:gti", "server:file", "elsewhere"), here)).toEqual([
    "--risk speaks of 'psuh', which is not a tool here. Did you mean 'push'?",
    "--risk speaks of 'toolset:gti', which is not a toolset here. Did you mean 'toolset:git'?",
    "--risk speaks of 'server:file', which is not a server here. Did you mean 'server:files'?",
    "--risk speaks of 'elsewhere', which is not a tool here.",
  ]);
});

it("names the tool that is called so by others, whose calls settings know by its own name alone", () => {
  expect(unknownTargets(about("terminal", "termnial"), here, "They speak")).toEqual([
    "They speak of 'terminal', which is not a tool here. Did you mean 'run_shell'?",
    "They speak of 'termnial', which is not a tool here. Did you mean 'run_shell'?",
  ]);
});

it("leaves out unknown targets, and asks for toolsets if only one can be found", () => {
  const asked: string[] = [];
  const toolsets = () => {
    asked.push("toolsets");
    return ["git"];
  };
  expect(unknownTargets(about("psuh", "server:file"), { tools: ["push"], toolsets })).toHaveLength(1);
  expect(asked).toEqual([]);
  expect(unknownTargets(about("toolset:git"), { toolsets })).toEqual([]);
  expect(unknownTargets(about("psuh", "toolset:gti"), { servers: [] })).toEqual([]);
  expect(asked).toEqual(["toolsets"]);
});
