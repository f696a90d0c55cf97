import fc from "fast-check";
import { expect, it } from "vitest";
import {
  isExact,
  markNumbers,
  parseExactly,
  printExactly,
  rounded,
  withExactNumbers,
  withTextNumbers,
} from "../../../src/contract/exact-json.late.js";
import { printMessage } from "../../../src/server/protocol-result.js";
import { defined } from "../../agent/tool/defined.js";
import { printResult } from "../../kit/printed.js";
import { repeat } from "../../kit/repeat.js";

const digits = (most: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{0,${most}}$`));
const fraction = fc.stringMatching(/^\.[0-9]{0,25}[1-9]$/);
const exponent = fc.integer({ min: -400, max: 400 }).map((value) => `e${value}`);
/** Numbers of any length, as JSON spells them. */
const number = fc
  .tuple(fc.constantFrom("", "-"), fc.oneof(digits(30), digits(18), fc.constant("0")), fc.option(fraction), fc.option(exponent))
  .map(([sign, whole, part, power]) => `${sign}${whole}${part ?? ""}${power ?? ""}`)
  .filter((token) => !/^-0(?:e|$)/.test(token));
const long = number.filter((token) => !isExact(token));

const json = (value: fc.Arbitrary<string>) =>
  fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      value,
      fc.string().map((text) => JSON.stringify(text)),
      value.map((token) => JSON.stringify(`"${token}" and ${token}`)),
      fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(",")}]`),
      fc.array(tie("value"), { maxLength: 3 }).map((items) => `{${items.map((item, n) => `"k${n}":${item}`).join(",")}}`),
    ),
  })).value;

const tokens = (text: string) => [...text.matchAll(/"(?:[^"\\]|\\.)*"|[^\s",:[\]{}]+/g)].map(([token]) => token);
const isNumber = (token: string | undefined) => token !== undefined && /^-?\d/.test(token);
/** An exact value of a number: its digits as a whole number, and their exponent. */
function exactValue(token: string): string {
  const [, sign, whole = "", part = "", power = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(token) ?? [];
  let [value, scale] = [BigInt(whole + part), Number(power) - part.length];
  while (value !== 0n && value % 10n === 0n) [value, scale] = [value / 10n, scale + 1];
  return value === 0n ? "0" : `${sign}${value}e${scale}`;
}

it("prints what it parsed, every number with its own value", () => {
  fc.assert(
    fc.property(json(number), fc.constantFrom(undefined, 2), (text, indent) => {
      const [given, printed] = [tokens(text), tokens(printExactly(parseExactly(text), indent))];
      expect(printed.length).toBe(given.length);
      for (const [n, token] of given.entries()) {
        if (isNumber(token)) expect(exactValue(printed[n] ?? "")).toBe(exactValue(token));
        else expect(printed[n]).toBe(JSON.stringify(JSON.parse(token)));
      }
      expect(rounded(parseExactly(text))).toEqual(JSON.parse(text));
    }),
    { numRuns: repeat({ usual: 300, soak: 20_000 }) },
  );
});

/** Texts of the characters that marks and JSON have. */
const text = fc
  .array(fc.constantFrom("\ufdd0", '"', "\\", "\n", ":", ",", "12", "-1.5e9", "x", " "), { maxLength: 6 })
  .map((parts) => parts.join(""));

it("keeps every text and key, whatever characters it has, beside marked numbers", () => {
  const values = fc.jsonValue({ maxDepth: 3 });
  const texts = fc.oneof(fc.array(text), fc.dictionary(text, text), fc.dictionary(text, fc.array(fc.dictionary(text, text))));
  fc.assert(
    fc.property(fc.tuple(texts, values, text), long, ([value, other, one], token) => {
      const given = JSON.stringify({ value, other, one });
      const id = parseExactly(token);
      expect(JSON.parse(printMessage({ value, other, one, id }))).toEqual({ ...JSON.parse(given), id: JSON.parse(token) });
      const parsed = parseExactly(`[${given},${token}]`);
      expect(printExactly(parsed)).toBe(`[${JSON.stringify(JSON.parse(given))},${token}]`);
      expect(withTextNumbers(parsed)).toEqual([JSON.parse(given), token]);
      // In a part of a text or in a key, even the mark itself makes no number. It isn't printed.
      const inside = JSON.stringify({ [`${id}`]: `${one}"${id}`, key: [`${id}"`, `\\"${id}"`] }, null, 2);
      expect(withExactNumbers(inside)).toBe(inside.replaceAll(`${id}`, token));
    }),
    { numRuns: repeat({ usual: 200, soak: 20_000 }) },
  );
});

it("marks only numbers that a double would change", () => {
  const same = ["1", "-0", "0.1", "19.99", "1e21", "1.0", "9007199254740992", "1e308", "5e-324", '"9007199254740993"', '["1e999", 1]'];
  for (const text of same) expect(markNumbers(text)).toBe(text);
  for (const text of ["9007199254740993", "1e999", "1e-999", "0.12345678901234567891", "123456789012345.678"])
    expect(withTextNumbers(parseExactly(text))).toBe(text);
});

it("keeps digits in each format of results, and gives them as text where the schema admits it", async () => {
  const formats: readonly (readonly [string, (token: string) => string, unknown])[] = [
    ["{ format: json, select: /a }", (token) => `{"a":{"id":${token}}}`, undefined],
    ["{ format: json, schema: { type: object, properties: { id: {} } } }", (token) => `{"id":${token},"x":1}`, "text"],
    ["{ format: json, schema: { type: object, properties: { id: { type: [number, string] } } } }", (token) => `{"id":${token}}`, "text"],
    ["{ format: json, schema: { type: object, properties: { id: { type: number } } } }", (token) => `{"id":${token}}`, "number"],
    ["{ format: jsonl }", (token) => `{"id":${token}}\n{"id":1}`, undefined],
    ["mcp", (token) => `{"content":[],"structuredContent":{"id":${token}}}`, "text"],
    [
      "{ format: mcp, schema: { type: object, properties: { id: { type: number } } } }",
      (token) => `{"content":[],"structuredContent":{"id":${token}}}`,
      "number",
    ],
  ];
  const tools = await Promise.all(
    formats.map(([output]) => defined(`name: show\ndescription: x\nkind: read\ncommand: [cat]\noutput: ${output}\n`)),
  );
  fc.assert(
    fc.property(
      long.filter((token) => Number.isFinite(Number(token))),
      (token) => {
        for (const [n, [, print, kind]] of formats.entries()) {
          const bytes = Buffer.from(print(token));
          const tool = tools[n];
          if (tool === undefined) throw new Error("no tool");
          const result = printResult({ kind: "exited", code: 0, stdout: bytes, stderr: Buffer.alloc(0) }, tool, { env: {} });
          expect(result.stdout).toContain(`"id": ${token}`);
          if (kind === "number") expect(printMessage({ result: result.structured })).toBe(`{"result":{"id":${token}}}`);
          expect(result.structured).toEqual(kind === undefined ? undefined : { id: kind === "text" ? token : parseExactly(token) });
        }
      },
    ),
    { numRuns: repeat({ usual: 100, soak: 2000 }) },
  );
});
