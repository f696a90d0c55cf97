import { expect, it } from "vitest";
import { compiled } from "../kit/compiled.js";

const spec = (name: string, more = "") =>
  `name: ${name}\ndescription: d\nkind: edit\ntoolsets: [git]\nschema: { properties: { force: { type: boolean } } }\ncommand: [git, "{{#if force}}-f{{/if}}"]\n${more}`;

async function said(config: string) {
  const { diagnostics, model } = await compiled({
    "toolgen.yaml": `version: 1\n${config}`,
    "a.yaml": spec("push"),
    "b.yaml": spec("pull"),
  });
  return { diagnostics: diagnostics.map((d) => [d.code, d.line, d.column, d.message]), tools: model.tools };
}

it("lays the project's settings over specs, for targets that decide once and for each call", async () => {
  const { diagnostics, tools } = await said(`confirm: { moderate: never }
risk:
  push: [{ when: { force: true }, decision: deny }, dangerous]
`);
  expect(diagnostics).toEqual([]);
  expect(tools.map(({ name, risk }) => ({ name, ...risk }))).toEqual([
    { name: "pull", level: "moderate", requiresConfirmation: false, isDenied: false, isOverridden: true, category: undefined },
    { name: "push", level: "dangerous", requiresConfirmation: true, isDenied: false, isOverridden: true, category: undefined },
  ]);
});

it("denies by toolset, and for all, the tools that come with others too", async () => {
  expect((await said('risk: { "toolset:git": { decision: deny } }\n')).tools.map(({ risk }) => risk.isDenied)).toEqual([true, true]);
  const { model } = await compiled({
    "toolgen.yaml": 'version: 1\nrisk: { "*": { decision: deny } }\n',
    "a.yaml": spec("serve", "background: true\n"),
  });
  expect(model.tools.map(({ name, risk }) => [name, risk.isDenied])).toEqual([
    ["serve", true],
    ["serve_output", true],
    ["serve_stop", true],
  ]);
});

it("points at what is wrong in settings", async () => {
  const { diagnostics } = await said(`confirm: { moderate: sometimes }
risk:
  push: dangerus
  pull: { when: { force: { patern: x } }, decison: deny }
`);
  expect(diagnostics).toEqual([
    ["bad-setting", 2, 22, '"sometimes" is not one of never, ask, deny.'],
    ["bad-setting", 4, 9, "\"dangerus\" is not one of safe, moderate, dangerous. Did you mean 'dangerous'?"],
    ["bad-setting", 5, 28, "A condition can't have the keyword 'patern'. Did you mean 'pattern'?"],
    [
      "bad-setting",
      5,
      43,
      "There is no key 'decison' here; there are when, upTo, level, requiresConfirmation, decision. Did you mean 'decision'?",
    ],
  ]);
});

it("says that servers of registries are a matter of users' own settings", async () => {
  const { diagnostics } = await said("confirm: { unattended: allow }\nrisk: { 'server:files': safe }\n");
  expect(diagnostics.map(([code, , , message]) => `${code}: ${message}`)).toEqual([
    "unmatched-setting: 'server:files' speaks of an MCP server of a program's registry, and only a user's own settings are asked there: this setting has no effect.",
  ]);
});

it("warns of settings that match no tool, or no parameter of it", async () => {
  const { diagnostics } = await said("risk: { puhs: safe, 'toolset:gti': safe, push: { when: { forse: true }, decision: deny } }\n");
  expect(diagnostics.map(([code, , , message]) => `${code}: ${message}`)).toEqual([
    "unmatched-setting: There is no tool, resource or toolset 'puhs': this setting has no effect. Did you mean 'push'?",
    "unmatched-setting: There is no tool, resource or toolset 'toolset:gti': this setting has no effect. Did you mean 'toolset:git'?",
    "unmatched-setting: 'push' has no parameter 'forse': this setting has no effect. Did you mean 'force'?",
  ]);
});

it("takes settings for resources and completions", async () => {
  const documents = `resource: page
uriTemplate: pages://{name}
description: d
schema: { properties: { name: { type: string } }, required: [name] }
paths: { name: read }
command: [cat, "{{name}}"]
complete: { name: { command: [ls] } }
---
prompt: review
description: d
schema: { properties: { name: { type: string } } }
text: "{{name}}"
complete: { name: { command: [ls] } }
`;
  const names = ["page", "page.name", "review.name", "pgae"].map((name) => `${name}: { when: { name: a }, decision: deny }`);
  const { diagnostics } = await compiled({ "toolgen.yaml": `version: 1\nrisk: { ${names.join(", ")} }\n`, "a.yaml": documents });
  expect(diagnostics.map(({ message }) => message)).toEqual([
    "There is no tool, resource or toolset 'pgae': this setting has no effect. Did you mean 'page'?",
  ]);
});
