import { expect, it } from "vitest";
import { checkSource } from "../../src/compiler/check.js";
import { deserializeResult, packText, serializeResult, unpackText } from "../../src/compiler/check-cache.js";
import { checkConfig } from "../../src/compiler/config.js";
import { sayTool } from "../kit/project.js";

const source = { path: "tools.d/say.yaml", text: `${sayTool}examples:\n  - { name: "tabs\\tand\\nlines", params: { text: "\\t" } }\n` };
const [project] = checkConfig([], []);
const checked = checkSource(source, { project, fragments: new Map() });
const find = (path: string) => (path === source.path ? source : { path, text: "" });

/** Leaves out what JSON can't express. */
const plain = (value: object) => Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));

it.each([
  ["as it is", [], []],
  ["packed", [packText], [unpackText]],
] as const)("gives back what it was given, in one line, with places in the file itself: %s", (_, pack, unpack) => {
  const stored = serializeResult(checked, ...pack);
  expect(stored).not.toContain("\n");
  const restored = deserializeResult(stored, find, ...unpack);
  expect(restored.tools.map(plain)).toEqual(checked.tools.map(plain));
  expect({ claims: restored.claims, diagnostics: restored.diagnostics }).toEqual({
    claims: checked.claims,
    diagnostics: checked.diagnostics,
  });
  expect(restored.tools[0]?.source.file).toBe(source);
  expect(restored.tools[0]?.examples[0]?.span.file).toBe(source);
});

it("is an ordinary object to code that copies, prints or sends a tool", () => {
  const [tool] = checked.tools;
  const whole = () => deserializeResult(serializeResult(checked), find).tools[0];
  expect(JSON.parse(JSON.stringify(whole()))).toEqual(JSON.parse(JSON.stringify(tool)));
  expect({ ...whole() }).toEqual(plain(tool ?? {}));
  expect(structuredClone(whole())).toEqual(plain(tool ?? {}));
});

it("packs what another thread has printed without printing it again", () => {
  const stored = serializeResult(checked);
  const restored = deserializeResult(stored, find);
  expect(serializeResult(restored, packText)).toBe(serializeResult(checked, packText));
  expect(serializeResult(deserializeResult(serializeResult(checked, packText), find, unpackText))).toBe(stored);
});
