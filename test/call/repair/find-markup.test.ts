import fc from "fast-check";
import { expect, it } from "vitest";
import { repairArguments } from "../../../src/call/repair-arguments.js";
import { outcome, toolWithRules } from "./tool-with-rules.js";

const text = { type: "string" };
const schema = {
  properties: { content: text, tags: { type: "array", items: text }, note: { ...text, default: "none" } },
  required: ["content"],
};
const aliases = [{ target: ["tags"], names: ["labels"] }];
const remember = toolWithRules(schema, { kind: "edit", aliases });
const run = toolWithRules(schema, { kind: "execute", aliases });

const plainText = fc.stringMatching(/^[A-Za-z .,:;(){}"'\n-]{0,40}$/);
const absent = fc.constantFrom("tags", "labels", "note");
const openings: readonly ((name: string) => string)[] = [
  (name) => `</content>\n<parameter name="${name}">["a"]</parameter>`,
  (name) => `</parameter>\n<${name}>["a"]</${name}>`,
  (name) => `\n<parameter=${name}>\na\n</parameter>`,
  (name) => `</arg_value>\n<arg_key>${name}</arg_key>\n<arg_value>a`,
  (name) => `</ns:parameter>\n<ns:parameter name='${name}' string="true">a`,
];

it("refuses a text that swallowed a declared, absent parameter, with both names", () => {
  fc.assert(
    fc.property(plainText, fc.constantFrom(...openings), absent, (before, opening, name) => {
      const result = outcome(repairArguments(remember, { content: `${before}${opening(name)}` }));
      expect(result).toEqual([expect.stringMatching(name === "note" ? /`content` .*`note`/ : /`content` .*`tags`/)]);
    }),
  );
});

it("takes the same text where the parameter is given, and markup that is about no parameter", () => {
  fc.assert(
    fc.property(plainText, fc.constantFrom(...openings), (before, opening) => {
      const given = { content: `${before}${opening("tags")}`, tags: ["b"] };
      expect(outcome(repairArguments(remember, given))).toEqual({ ...given, note: "none" });
      const other = { content: `${before}${opening("title")}` };
      expect(outcome(repairArguments(remember, other))).toEqual({ ...other, note: "none" });
    }),
  );
  const page = { content: "<p>a</p>\n<tags>x</tags>\n<parameter>b</parameter>" };
  expect(outcome(repairArguments(remember, page))).toEqual({ ...page, note: "none" });
});

it("refuses a call's closing tag at the end, unless the tool's texts can be markup", () => {
  const endings = fc.constantFrom("</parameter>", "</arg_value>\n", "</content>", "<|im_end|>", "</invoke>");
  fc.assert(
    fc.property(plainText, endings, (before, ending) => {
      const given = { content: `${before}${ending}` };
      expect(outcome(repairArguments(run, given))).toEqual([expect.stringMatching(/^`content` ends in /)]);
      expect(outcome(repairArguments(remember, given))).toEqual({ ...given, note: "none" });
      const opened = { content: `<parameter><content><invoke><arg_value>${before}</content></arg_value></invoke></parameter>` };
      expect(outcome(repairArguments(run, opened))).toEqual({ ...opened, note: "none" });
    }),
  );
});
