import fc from "fast-check";
import { expect, it } from "vitest";
import { displayOf } from "../../../src/agent/tool-result.js";
import { toStructuredContent } from "../../../src/contract/json-schema.js";
import type { JsonObject, JsonValue } from "../../../src/contract/json-value.js";
import { anyCharacter } from "../../kit/any-character.js";
import { compiledTool } from "../../kit/compiled.js";

const list = {
  type: "object",
  properties: {
    total: { type: "integer" },
    next: { type: "string" },
    user: { type: "object", properties: { name: { type: "string" } } },
    items: {
      type: "array",
      items: { type: "object", properties: { title: { type: "string" }, tags: { type: "array", items: { type: "string" } } } },
    },
  },
  required: ["items"],
};

const spec = (display: string, output: object = {}, more: object = {}) =>
  JSON.stringify({
    name: "find",
    description: "d",
    kind: "search",
    schema: { properties: { word: { type: "string" } } },
    command: ["find", "{{word}}"],
    output: { format: "json", schema: list, ...output, display },
    ...more,
  });

/** The text that people see of a result instead of the model's. */
async function shown(text: string, data: JsonValue | undefined, { word = "w", llmContent = "model's" } = {}) {
  const { tool, diagnostics } = await compiledTool(text);
  expect(diagnostics).toEqual([]);
  if (tool === undefined) throw new Error("it compiles");
  const { schema } = tool.definition.output;
  const context = { workspace: "/w", projectDir: "/p", env: {} };
  const display = await displayOf(tool.definition, { word }, context);
  const structured = data !== undefined && schema !== undefined && { data: { ...toStructuredContent(data, schema) } };
  return (await display({ llmContent, returnDisplay: llmContent, ...structured })).returnDisplay;
}

async function said(text: string) {
  return (await compiledTool(text)).diagnostics.map(({ code, message, column }) => [
    code,
    message,
    text.slice((column ?? 1) - 1, (column ?? 1) + 15),
  ]);
}

it("shows fields, lists and conditions of the output beside parameters", async () => {
  const text = spec(
    '**{{@output.total}}** for {{word}}, by {{@output.user.name}}:\n{{#each @output.items}}- {{this.title}}{{#if this.tags}} ({{join this.tags ", "}}){{/if}} of {{@output.total}}\n{{else}}none\n{{/each}}{{#if @output.next}}More: {{@output.next}}{{else}}That is all.{{/if}}',
  );
  const items = [{ title: "a", tags: ["x", "y"] }, { title: "b" }];
  expect(await shown(text, { total: 2, user: { name: "U" }, items })).toBe("**2** for w, by U:\n- a (x, y) of 2\n- b of 2\nThat is all.");
  expect(await shown(text, { items: [], next: "p2" })).toBe("**** for w, by :\nnone\nMore: p2");
});

it("takes the output itself as a list, where that is what it is, and as text elsewhere", async () => {
  const text = spec('{{#each @output}}{{@index}}:{{this}} {{/each}}{{join @output "+"}} {{@output}}', {
    format: "jsonl",
    schema: { type: "array", items: { type: "integer" } },
  });
  expect(await shown(text, [4, 5], { llmContent: "[4, 5]\n" })).toBe("0:4 1:5 4+5 [4, 5]");
});

it("follows references of the output's schema, and not those of the parameters'", async () => {
  const schema = {
    type: "array",
    items: { $ref: "#/$defs/one" },
    $defs: { one: { type: "object", properties: { n: { type: "number" } } } },
  };
  expect(await shown(spec("{{#each @output}}{{this.n}};{{/each}}", { schema }), [{ n: 1.5 }, {}])).toBe("1.5;;");
});

it.each([
  ["http", { command: undefined, http: { url: "https://example.com/{{word}}" } }],
  ["mcp", {}],
])("declares fields for a result of %s alike", async (how, more) => {
  const text = spec("{{@output.total}} found", how === "mcp" ? { format: "mcp" } : {}, more);
  expect(await shown(text, { total: 3, items: [] })).toBe("3 found");
});

it("shows the result itself where an exit code's text is all there is", async () => {
  expect(await shown(spec("{{@output.total}} found"), undefined, { llmContent: "No matches." })).toBe("No matches.");
  expect(await shown(spec("{{#if @output.next}}more{{/if}}"), undefined)).toBe("model's");
  expect(await shown(spec("{{#each @output.items}}x{{/each}}"), undefined)).toBe("model's");
  expect(await shown(spec("It is {{@output}}"), undefined)).toBe("It is model's");
});

it.each([
  ["{{@output.totl}}", "unknown-name", "Did you mean '@output.total'?"],
  ["{{@output.user.nam}}", "unknown-name", "Did you mean '@output.user.name'?"],
  ["{{#each @output.itms}}x{{/each}}", "unknown-name", "Did you mean '@output.items'?"],
  ["{{#each @output.items}}{{this.titel}}{{/each}}", "unknown-name", "Did you mean 'this.title'?"],
  ["{{@output.items}}", "not-text", "array"],
  ["{{@output.user}}", "not-text", "object"],
  ["{{#each @output.total}}x{{/each}}", "not-a-list", "integer"],
  ["{{@output.total.of}}", "path-into-scalar", "integer"],
  ['{{join @output ","}}', "not-a-list", "object"],
  ['{{#if (eq @output.total "x")}}y{{/if}}', "unknown-literal", "integer"],
])("reports %s as %s, where it stands", async (display, code, words) => {
  const [problem, ...others] = await said(spec(display));
  expect(others).toEqual([]);
  expect(problem?.[0]).toBe(code);
  expect(problem?.[1]).toContain(words);
});

it("says to declare the fields where no schema does", async () => {
  const text = spec("{{@output.total}}", { schema: undefined });
  expect(await said(text)).toEqual([
    ["undeclared-output", expect.stringContaining("'@output.total'"), expect.stringMatching(/^@output\.total/)],
  ]);
});

it("knows fields of the output only where the call is over", async () => {
  const [problem] = await said(JSON.stringify({ name: "t", description: "d", kind: "read", command: ["wc", "--x={{@output.total}}"] }));
  expect(problem?.[0]).toBe("unknown-name");
});

it("reports a wrong key of the output alone, and no field that it would have declared", async () => {
  const codes = (await said(spec("{{@output.total}}", { formt: "json" }))).map(([code]) => code);
  expect(codes).toEqual(["unknown-key"]);
});

const text = fc.string({ unit: anyCharacter }).filter((one) => one.isWellFormed());
const found: fc.Arbitrary<JsonObject> = fc.record(
  { total: fc.integer(), next: text, items: fc.array(fc.record({ title: text }, { requiredKeys: [] }), { maxLength: 5 }) },
  { requiredKeys: ["items"] },
) as fc.Arbitrary<JsonObject>;

it("prints what the output holds in the author's order, whatever it holds, and no control sequence", async () => {
  const source = spec("{{@output.total}}|{{#each @output.items}}<{{this.title}}>{{/each}}|{{#if @output.next}}{{@output.next}}{{/if}}");
  const { tool } = await compiledTool(source);
  if (tool === undefined) throw new Error("it compiles");
  const display = await displayOf(tool.definition, {}, { workspace: "/w", projectDir: "/p", env: {} });
  const plain = (value: string) =>
    value.replaceAll("\r\n", "\n").replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (one) => ("\t\n".includes(one) ? one : ""));
  const unmarked = (value: string) => plain(value).replace(/[\u2400-\u2421]|<U\+[0-9A-F]{4}>/g, "");
  await fc.assert(
    fc.asyncProperty(found, async (data) => {
      const { returnDisplay } = await display({ llmContent: "x", returnDisplay: "x", data: { ...data } });
      const { total = "", next = "", items } = data as { total?: number; next?: string; items: readonly { title?: string }[] };
      const written = `${total}|${items.map(({ title = "" }) => `<${title}>`).join("")}|${next}`;
      expect(unmarked(String(returnDisplay))).toBe(unmarked(written));
      expect(String(returnDisplay)).not.toMatch(/(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});

it("marks what would act on a terminal, in fields, in the output and in arguments", async () => {
  const hostile = "\u001b]0;title\u0007\u001b[2J\u202eabc\r";
  const shownText = await shown(
    spec("{{@output.next}} {{@output}} {{word}}"),
    { next: hostile, items: [] },
    { word: hostile, llmContent: hostile },
  );
  const marked = "␛]0;title␇␛[2J<U+202E>abc␍";
  expect(shownText).toBe(`${marked} ${marked.slice(0, -1)} ${marked}`);
});

it("cuts a long list as it cuts an output", async () => {
  const items = Array.from({ length: 100 }, (_, i) => ({ title: `t${i}` }));
  const shownText = await shown(spec("{{#each @output.items}}{{this.title}}\n{{/each}}", { maxLines: 3 }), { items });
  expect(shownText).toBe("t0\nt1\nt2\n…");
});
