import { expect, it } from "vitest";
import { compiled } from "../kit/compiled.js";
import { repeat } from "../kit/repeat.js";

/** A tool as JSON, with these keys. */
const spec = (keys: object) => JSON.stringify({ name: "x", description: "d", kind: "read", command: ["wc"], ...keys });
const times = <T>(count: number, one: (i: number) => T): readonly T[] => Array.from({ length: count }, (_, i) => one(i));
const named = (count: number, one: (i: number) => readonly [string, unknown]) => Object.fromEntries(times(count, one));
const chain = (length: number, last: object) => ({
  properties: { a: { $ref: "#/$defs/d0" } },
  $defs: { ...named(length, (i) => [`d${i}`, { $ref: `#/$defs/d${i + 1}` }]), [`d${length}`]: last },
});

/**
 * More than a document may hold, and in the soak four times as many, as far as a file may be large, which a stage that
 * isn't linear never gets through.
 */
const many = repeat({ usual: 12_000, soak: 50_000 });
const manyDocuments = repeat({ usual: 26_000, soak: 100_000 });

it.each<[name: string, text: string, code: string]>([
  [`a schema of ${many} properties`, spec({ schema: { properties: named(many, (i) => [`p${i}`, {}]) } }), "too-many-values"],
  ["a schema of 3,000 properties", spec({ schema: { properties: named(3000, (i) => [`p${i}`, {}]) } }), "schema-too-large"],
  ["a chain of 10,000 references", spec({ schema: chain(10_000, {}) }), "too-many-values"],
  ["a chain of 1,500 references", spec({ schema: chain(1500, {}) }), "schema-too-large"],
  ["a circle of 1,500 references", spec({ schema: chain(1500, { $ref: "#/$defs/d0" }) }), "schema-too-large"],
  [
    "levels that references add up to",
    spec({
      schema: { properties: { a: { $ref: "#/$defs/d0" } }, $defs: named(100, (i) => [`d${i}`, { items: { $ref: `#/$defs/d${i + 1}` } }]) },
    }),
    "schema-too-large",
  ],
  [`an enum of ${many} values`, spec({ schema: { properties: { a: { enum: times(many, (i) => `v${i}`) } } } }), "too-many-values"],
  [`${many} aliases`, spec({ schema: { properties: { a: {} } }, aliases: { a: times(many, (i) => `a${i}`) } }), "too-many-values"],
  [`${many} arguments`, spec({ command: ["wc", ...times(many, () => "x")] }), "too-many-values"],
  ["a description of 100,000 characters", spec({ description: "d".repeat(100_000) }), "text-too-long"],
  ["a command of 100,000 characters", spec({ command: `echo ${"a ".repeat(50_000)}` }), "text-too-long"],
  ["a pattern of 100,000 characters", spec({ schema: { properties: { a: { pattern: "a".repeat(100_000) } } } }), "text-too-long"],
  [`${many} examples`, spec({ examples: times(many, (i) => ({ name: `e${i}` })) }), "too-many-values"],
  [`${many} keys`, times(many, (i) => `k${i}: 1\n`).join(""), "too-many-values"],
  [`the same key ${many} times`, "k: 1\n".repeat(many), "too-many-values"],
  [`${many} tags`, `a: [${"!x 1,".repeat(many)}]\n`, "too-many-values"],
  [`${many} merge keys`, `a: &a {x: 1}\n${"<<: *a\n".repeat(many)}`, "yaml-too-large"],
  [`${manyDocuments} documents`, "---\na: 1\n".repeat(manyDocuments), "too-many-values"],
  ["JSON 100,000 levels deep", `{"name":"x","schema":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`, "yaml-too-deep"],
  ["brackets 100,000 levels deep", "[".repeat(100_000), "yaml-too-deep"],
  ["a block 1,200 levels deep", times(1200, (i) => `${" ".repeat(i)}a:\n`).join(""), "yaml-too-deep"],
])("reports %s", async (_name, text, code) => {
  const { diagnostics } = await compiled({ "x.yaml": text });
  expect(diagnostics.map((one) => one.code)).toContain(code);
  expect(diagnostics.length).toBeLessThan(250);
});

it("takes the names that objects of JavaScript have for names like any other", async () => {
  for (const name of ["constructor", "toString", "hasOwnProperty", "valueOf"]) {
    const { diagnostics } = await compiled({
      "x.yaml": spec({
        name,
        schema: { properties: { [name]: { type: "string", description: "d" } }, required: [name] },
        aliases: { [name]: ["given"] },
        exitCodes: { 3: "Nothing." },
        command: ["printf", `{{${name}}}`],
      }),
    });
    expect(
      diagnostics.filter(({ severity }) => severity === "error"),
      name,
    ).toEqual([]);
  }
  const proto = '{"name":"x","description":"d","kind":"read","command":["wc"],"schema":{"properties":{"__proto__":{"type":"string"}}}}';
  expect((await compiled({ "x.yaml": proto })).diagnostics.map(({ code }) => code)).toContain("invalid-schema");
});

it("shows 200 problems of a file, errors first, and counts the others", async () => {
  const { diagnostics } = await compiled({ "x.yaml": spec(named(300, (i) => [`k${i}`, 1])) });
  expect(diagnostics).toHaveLength(201);
  expect(diagnostics.find(({ code }) => code === "more-problems")?.message).toBe("100 more problems of this file aren't shown.");
  const wide = spec({ schema: { properties: named(300, (i) => [`p${i}`, { description: "d" }]) } });
  expect((await compiled({ "x.yaml": wide })).diagnostics.map(({ code }) => code)).toContain("more-warnings");
});
