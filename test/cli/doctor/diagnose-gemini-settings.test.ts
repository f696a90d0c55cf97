import { expect, it } from "vitest";
import { diagnoseGeminiSettings, parseSettings } from "../../../src/cli/doctor/gemini-settings.js";

const tools = { discoveryCommand: "cat generated/gemini/discovery.json", callCommand: "generated/bin/call" };
const policyPaths = ["~/.gemini/policies", "generated/gemini/policies.toml"];

function judge(project: unknown, user?: unknown) {
  const file = (path: string, value: unknown) =>
    parseSettings(path, value === undefined ? undefined : typeof value === "string" ? value : JSON.stringify(value));
  const { findings, connected, policy } = diagnoseGeminiSettings({
    project: file("project", project),
    user: file("user", user),
    projectDir: "/p",
    output: "generated",
  });
  return { found: findings.map(({ status, message }) => `${status}: ${message}`), connected, policy };
}

it("is content with the settings that a build emits, in either file, with comments", () => {
  const right = { connected: true, policy: true };
  expect(judge({ tools, policyPaths })).toMatchObject({ ...right, found: ["ok: Gemini CLI discovers and calls these tools by project."] });
  expect(judge(undefined, { tools, policyPaths })).toMatchObject({ ...right, found: [expect.stringMatching(/^ok: .* by user\.$/)] });
  expect(judge(`// mine\n{ "x": "//", /* and */ "tools": ${JSON.stringify(tools)}, "policyPaths": ["generated/gemini"] }`)).toMatchObject(
    right,
  );
});

it.each(["generated/bin/discover", "'generated/bin/discover'", "/p/generated/bin/discover", "npx toolgen discover"])(
  "takes '%s' for a discovery of this project",
  (discoveryCommand) => {
    expect(judge({ tools: { ...tools, discoveryCommand }, policyPaths }).connected).toBe(true);
  },
);

it("warns where the client isn't set up at all", () => {
  for (const settings of [undefined, {}, { tools: {} }]) {
    expect(judge(settings)).toEqual({ found: [expect.stringMatching(/^warning: .*not set up/)], connected: false, policy: false });
  }
});

it("says that flat keys are ignored, beside nested ones too", () => {
  const flat = { toolDiscoveryCommand: "x", toolCallCommand: "y" };
  expect(judge(flat).found).toEqual([
    "error: project has 'toolDiscoveryCommand', which the client ignores.",
    "error: project has 'toolCallCommand', which the client ignores.",
  ]);
  expect(judge({ tools, policyPaths }, flat)).toMatchObject({ connected: true, found: { length: 3 } });
});

it.each([
  [{ ...tools, callCommand: "generated/bin/call --fast" }, "more than one word"],
  [{ ...tools, callCommand: "node generated/bin/call" }, "more than one word"],
  [{ ...tools, callCommand: "npx toolgen call" }, "more than one word"],
  [{ ...tools, callCommand: "other/call" }, "doesn't belong to this project"],
  [{ ...tools, discoveryCommand: "cat other.json" }, "doesn't belong to this project"],
  [{ discoveryCommand: tools.discoveryCommand }, "no callCommand"],
  [{ callCommand: tools.callCommand }, "no discoveryCommand"],
])("refuses %j", (settings, words) => {
  expect(judge({ tools: settings, policyPaths })).toMatchObject({ connected: false, found: [expect.stringContaining(words)] });
});

it("lets the project's command stand before the user's", () => {
  expect(judge({ tools: { callCommand: "other" } }, { tools, policyPaths }).connected).toBe(false);
  expect(judge({ tools, policyPaths }, { tools: { callCommand: "other" } }).connected).toBe(true);
});

it("warns where no settings name the policy", () => {
  expect(judge({ tools })).toMatchObject({
    connected: true,
    policy: false,
    found: { 1: expect.stringMatching(/^warning: .*hides every tool/) },
  });
});

it("reports settings that aren't JSON", () => {
  expect(judge('{ "tools": }').found).toEqual([expect.stringMatching(/^error: project can't be read/)]);
  expect(judge("[]").found).toEqual(["error: project can't be read: it is not a JSON object."]);
});
