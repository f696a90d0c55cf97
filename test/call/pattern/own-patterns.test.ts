import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ts } from "ts-morph";
import { expect, it } from "vitest";
import { patternCost } from "../../../src/call/slow-pattern.js";

const src = join(import.meta.dirname, "../../../src");

/** Regular expressions whose time grows with a power of a text's length, and why their texts are short or can't be such. */
const accepted: Readonly<Record<string, string>> = {
  "server/http/token-file.ts": "the operator's own file",
  "call/line-file.ts": "a line of ps",
  "contract/schema-variants.ts": "a selector of a spec",
  "contract/exact-json.late.ts": "valid JSON, in which every string ends",
  "contract/json-text.ts": "the user's own file, in which every string ends; or matched at one place, where it always matches",
  "call/handler/run-in-call.ts": "the bundle of a handler of the project",
  "contract/display-text.ts": "the digits of a count",
  "call/live-output.ts": "the last few bytes of an output",
  "call/schema-keywords.ts": "a pattern that the engine has compiled, in which every class ends",
  "call/tool-index.ts": "the name of a tool",
  "call/guard/filters.ts": "a program for a filter",
  "call/log/classify-repairs.ts": "a path of the spec language",
};

interface Literal {
  readonly file: string;
  readonly pattern: string;
  readonly flags: string;
}

const literals: readonly Literal[] = ["contract", "call", "agent", "server"].flatMap(literalsIn);

function literalsIn(folder: string): readonly Literal[] {
  return readdirSync(join(src, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => literalsOf(`${folder}/${file}`));
}

function literalsOf(file: string): readonly Literal[] {
  const found: Literal[] = [];
  const visit = (node: ts.Node): void => {
    const [, pattern, flags] = ts.isRegularExpressionLiteral(node) ? (/^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? []) : [];
    if (pattern !== undefined && flags !== undefined) found.push({ file, pattern, flags });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(join(src, file), "utf8"), ts.ScriptTarget.Latest, true));
  return found;
}

const costs = literals.map((one) => ({ ...one, cost: patternCost(one.pattern, one.flags) }));

it("has no regular expression in the runtime that can take exponentially long", () => {
  expect(costs.length).toBeGreaterThan(100);
  const slow = costs.filter(({ cost }) => cost.kind !== "linear" && cost.kind !== "polynomial");
  expect(slow.map(({ file, pattern }) => `${file}: ${pattern}`)).toEqual([]);
});

it("has a reason for each whose time grows with a power of a text's length", () => {
  const files = [...new Set(costs.filter(({ cost }) => cost.kind !== "linear").map(({ file }) => file))];
  expect(files.sort()).toEqual(Object.keys(accepted).sort());
});

it("has none in the readers of help texts and documents, either", () => {
  const all = literalsIn("import").map((one) => ({ ...one, cost: patternCost(one.pattern, one.flags) }));
  expect(all.length).toBeGreaterThan(100);
  const slow = all.filter(({ cost }) => cost.kind === "exponential" && cost.attack?.pump !== "");
  // Nothing follows its repetition, so that it never tries another way.
  expect(slow.filter(({ pattern }) => !pattern.includes("copyright [^")).map(({ file, pattern }) => `${file}: ${pattern}`)).toEqual([]);
});
