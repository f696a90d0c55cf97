import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { riskSettingsFor } from "../../../src/call/risk-settings.js";
import { readUserSettings, userSettingsFile } from "../../../src/call/user-settings.js";
import { repeatedKeys, stripComments } from "../../../src/contract/json-text.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const folder = temporaryFolder();
mkdirSync(folder, { recursive: true });

function read(text: string) {
  const file = join(folder, "settings.json");
  writeFileSync(file, text);
  const answer = readUserSettings(file);
  return answer.ok ? answer : { ...answer, problems: answer.problems.map((problem) => problem.replace(file, "FILE")) };
}

it("reads JSON with comments and trailing commas", () => {
  const text = `\uFEFF{
    // what is asked about
    "confirm": { "safe": "never", "dangerous": "deny", /* and */ },
    "risk": {
      "a//b": "safe", "toolset:git": { "decision": "ask", },
      "push": [{ "when": { "force": true, "branch": { "pattern": "^\\"//main" } }, "decision": "deny" }, "dangerous",],
    },
  }`;
  const answer = read(text);
  expect(answer).toMatchObject({ ok: true, settings: { confirm: { safe: "allow", dangerous: "deny" } } });
  if (!answer.ok) throw new Error("refused");
  expect(riskSettingsFor(answer.settings, { name: "push", toolsets: ["git"] }).overrides).toEqual([
    {
      when: [
        { param: "force", is: [true] },
        { param: "branch", fits: { pattern: '^"//main' } },
      ],
      decision: "deny",
      from: "the user's settings: risk.push.0",
    },
    { when: [], level: "dangerous", from: "the user's settings: risk.push.1" },
    { when: [], decision: "ask", from: "the user's settings: risk.toolset:git" },
  ]);
});

it("reads what a file says now, though its size and time are what they were", () => {
  const file = join(folder, "changed.json");
  const say = (text: string) => {
    writeFileSync(file, text);
    utimesSync(file, 1_700_000_000, 1_700_000_000);
    const answer = readUserSettings(file);
    return answer.ok ? answer.settings.confirm.safe : answer.problems;
  };
  expect(say('{ "confirm": { "safe": "deny" } }')).toBe("deny");
  expect(say('{ "confirm": { "safe": "ask"  } }')).toBe("ask");
  expect(say('{ "confirm": { "safe": "deny" } }')).toBe("deny");
  expect(say('{ "confirm": { "safe": "dny"  } }')).toEqual([expect.stringContaining(`${file}: confirm.safe`)]);
  expect(say('{ "confirm": { "safe": "dny"  } }')).toEqual([expect.stringContaining(`${file}: confirm.safe`)]);
  rmSync(file);
  expect(readUserSettings(file)).toEqual({ ok: true, settings: { confirm: {}, overrides: {} } });
  expect(say('{ "confirm": { "safe": "dny"  } }')).toEqual([expect.stringContaining(`${file}: confirm.safe`)]);
});

it("names the file that is wrong, though another says the same", () => {
  for (const name of ["one.json", "other.json"]) {
    const file = join(folder, name);
    writeFileSync(file, "[]");
    expect(readUserSettings(file)).toEqual({ ok: false, problems: [expect.stringContaining(file)] });
  }
});

it("leaves strings and places as they are when it takes comments out", () => {
  expect(stripComments(`{"a": "x // y", // z\n "b": [1,\n2, /* , */ ]}`)).toBe(`{"a": "x // y",     \n "b": [1,\n2${" ".repeat(10)}]}`);
});

it.each<readonly [string, string]>([
  ['{ "confirm": { "moderate": "as', "FILE is not valid JSON: at line 1, column"],
  ["[]", "FILE is not valid JSON: it must be a map with the keys confirm, risk, audit and secrets."],
  ['{ "rules": {} }', "FILE: There is no key 'rules' here; there are confirm, risk, audit, secrets."],
  [
    '{ "confirm": { "moderat": "ask" } }',
    "FILE: confirm.moderat: There is no key 'moderat' here; there are safe, moderate, dangerous, unattended. Did you mean 'moderate'?",
  ],
  ['{ "confirm": { "safe": "always" } }', 'FILE: confirm.safe: "always" is not one of never, ask, deny.'],
  [
    '{ "risk": { "push": "dangerus" } }',
    "FILE: risk.push: \"dangerus\" is not one of safe, moderate, dangerous. Did you mean 'dangerous'?",
  ],
  ['{ "risk": { "push": { "decision": "denied" } } }', 'FILE: risk.push.decision: "denied" is not one of allow, ask, deny.'],
  [
    '{ "risk": { "push": { "decison": "deny" } } }',
    "FILE: risk.push.decison: There is no key 'decison' here; there are when, upTo, level, requiresConfirmation, decision, declared. Did you mean 'decision'?",
  ],
  [
    '{ "risk": { "push": { "decision": "deny", "requiresConfirmation": true } } }',
    "FILE: risk.push.decision: Write `decision` or `requiresConfirmation`, not both.",
  ],
  [
    '{ "risk": { "push": { "when": { "branch": { "pattern": "(" } }, "decision": "deny" } } }',
    'FILE: risk.push.when.branch.pattern: "(" is not a regular expression.',
  ],
  [
    '{ "risk": { "push": { "when": { "branch": { "anyOf": [{ "patern": "x" }] } } } } }',
    "FILE: risk.push.when.branch.anyOf.0.patern: A condition can't have the keyword 'patern'. Did you mean 'pattern'?",
  ],
  ...[
    [
      '{ "type": "boolan" }',
      "type: \"boolan\" is not one of string, number, integer, boolean, array, object, null. Did you mean 'boolean'?",
    ],
    ['{ "minimum": "3" }', "minimum: Expected a number."],
    ['{ "enum": "main" }', "enum: Expected a list."],
    ['{ "patternProperties": { "(": true } }', 'patternProperties: "(" is not a regular expression.'],
    ['{ "properties": ["a"] }', "properties: Expected a map."],
    ['{ "not": "main" }', "not: Expected a JSON Schema."],
    [
      '{ "additionalProperties": { "constt": 1 } }',
      "additionalProperties.constt: A condition can't have the keyword 'constt'. Did you mean 'const'?",
    ],
  ].map(
    ([schema, problem]) =>
      [
        `{ "risk": { "push": { "when": { "branch": ${schema} }, "decision": "deny" } } }`,
        `FILE: risk.push.when.branch.${problem}`,
      ] as const,
  ),
  ['{ "confirm": { "unattended": "ask" } }', 'FILE: confirm.unattended: "ask" is not one of allow, deny.'],
  ['{ "risk": { "server:files": { "level": "low" } } }', 'FILE: risk.server:files.level: "low" is not one of safe, moderate, dangerous.'],
  ['{ "risk": [] }', "FILE: risk: Expected a map."],
  [
    '{\n  // once\n  "confirm": { "dangerous": "deny" },\n  "risk": {},\n  "confirm": { "dangerous": "never" } }',
    "FILE: line 5: The key 'confirm' is given twice; first on line 3. Remove one of the two.",
  ],
  [
    '{ "risk": { "push": [{ "decision": "deny", "\\u0064ecision": "allow" }] } }',
    "FILE: line 1: The key 'decision' is given twice; first on line 1.",
  ],
])("says what is wrong in %s", (text, problem) => {
  const answer = read(text);
  expect(answer.ok ? [] : answer.problems).toEqual([expect.stringContaining(problem)]);
});

it("takes no key for a repeated one that stands in another map, or in a string", () => {
  const text = '{ "a": { "b": 1, "c": { "b": 2, "a": [{ "b": 3 }, { "b": "\\"b\\": {" }] } }, "d": ["a", "a"], "b": "}", "__proto__": 4 }';
  expect([...repeatedKeys(text)]).toEqual([]);
  expect([...repeatedKeys(text.replace('"d"', '"a" '))]).toEqual([{ key: "a", first: 1, line: 1 }]);
  const lines = '{"a":1,\n"b"\n:{"c":1},\n"a":2,\n\n"b":3}';
  expect([...repeatedKeys(lines)]).toEqual([
    { key: "a", first: 1, line: 4 },
    { key: "b", first: 2, line: 6 },
  ]);
  // Only what is asked for is searched.
  expect(repeatedKeys('{"a":1,"a":2,"\\x":3}').next().value).toMatchObject({ key: "a" });
  expect([...repeatedKeys(text.replace('"d"', '"__proto__"'))]).toMatchObject([{ key: "__proto__" }]);
});

it("treats a missing file as an empty one, and reports one that can't be read", () => {
  expect(readUserSettings(join(folder, "none.json"))).toMatchObject({ ok: true, settings: { overrides: {} } });
  expect(readUserSettings(folder)).toMatchObject({ ok: false, problems: [expect.stringContaining("can't be read (EISDIR)")] });
});

it("looks where users' settings are, by XDG_CONFIG_HOME or the home folder", () => {
  expect(userSettingsFile({ HOME: "/home/me", XDG_CONFIG_HOME: "/x" })).toBe("/x/toolgen/settings.json");
  expect(userSettingsFile({ HOME: "/home/me", XDG_CONFIG_HOME: "relative" })).toBe("/home/me/.config/toolgen/settings.json");
  expect(userSettingsFile({})).toBeUndefined();
});
