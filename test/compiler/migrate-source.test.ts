import fc from "fast-check";
import { expect, it } from "vitest";
import { type Rename, renamedKey, renames, suggestKey } from "../../src/compiler/check/language/suggest-key.js";
import { compile } from "../../src/compiler/compile.js";
import { migrateSource } from "../../src/compiler/migration.js";
import { memoryHost } from "../kit/memory-host.js";

/** Compiles a spec: its tools without their sources, the codes of its diagnostics, and their help. */
async function compileMemory(text: string) {
  const host = memoryHost({ "tools.d/a.yaml": text });
  const [{ model }, diagnostics] = await compile(host, { version: "0.1.0" }, { targets: [], handlers: "leave" });
  const plain = JSON.stringify(model.tools, (key, value) => (key === "source" || key === "span" ? undefined : value));
  return {
    model: JSON.parse(plain) as readonly unknown[],
    codes: diagnostics.map(({ code }) => code),
    help: diagnostics.map(({ help }) => help).join("\n"),
  };
}

const table: readonly Rename[] = [
  { kind: "key", of: "spec", path: ["duration"], to: "timeout", since: "1.0.0" },
  { kind: "key", of: "spec", path: ["examples", "*", "want"], to: "expect", since: "1.0.0" },
  { kind: "key", of: "config", path: ["folder"], to: "output", since: "1.1.0" },
  { kind: "word", of: "spec", path: ["code", "*"], from: "shell", to: "sh", since: "0.1.0" },
];
const migrated = (text: string, path = "tools.d/a.yaml", using = table) => migrateSource({ path, text }, using);

const spec = (word: string) => `# A comment.
name: run   # beside
description: "Run a script 🙂: shell, duration."
kind: execute
code: { script: ${word}, "other": '${word}' } # shell
schema: { properties: { script: { type: string, enum: [shell] }, other: { type: string } } }
command: [sh, -c, "{{script}}", "{{other}}"]
---
fragment: f
code:
  x:   ${word}
`;

it("replaces names where they are keys or words of the language, and leaves every other byte", () => {
  expect(migrated(spec("shell"))[0].text).toBe(spec("sh"));
  const crlf = spec("shell").replaceAll("\n", "\r\n");
  expect(migrated(crlf)[0].text).toBe(spec("sh").replaceAll("\n", "\r\n"));
  const keys = "name: duration\n'duration': 5s\nexamples:\n  - { want: { equals: want } }\nmeta: { duration: 1 }\n";
  expect(migrated(keys)[0].text).toBe(
    "name: duration\n'timeout': 5s\nexamples:\n  - { expect: { equals: want } }\nmeta: { duration: 1 }\n",
  );
  expect(migrated("version: 1\nfolder: out\n", "toolgen.yaml")[0].text).toBe("version: 1\noutput: out\n");
  expect(migrated("version: 1\nfolder: out\n")[0].text).toBe("version: 1\nfolder: out\n");
  expect(migrated('{ "code": { "a": "shell" } }', "tools.d/a.json")[0].text).toBe('{ "code": { "a": "sh" } }');
  expect(migrated("code: { a: &c shell, b: *c }\n")[0].text).toBe("code: { a: &c sh, b: *c }\n");
  expect(migrated("code:\n  a: |-\n    shell\n\nkind: read\n")[0].text).toBe("code:\n  a: |-\n    sh\n\nkind: read\n");
  expect(migrated('code: { a: "sh\\u0065ll" }\n')[0].text).toBe('code: { a: "sh" }\n');
});

it("leaves a file alone that it can't read, or that has both names", () => {
  expect(migrated("code: { a: shell\n")).toMatchObject([{ edits: [] }, [{ code: "yaml-syntax" }]]);
  expect(migrated("duration: 5s\ntimeout: 6s\n")).toMatchObject([{ edits: [] }, [{ code: "unknown-key" }]]);
});

it("leaves a file alone in which a YAML alias repeats the name where it is something else", () => {
  const texts = ["meta: &c { script: shell }\ncode: *c\n", "code: { a: &c shell }\nmeta: { a: *c }\n", "meta: &c shell\ncode: { a: *c }\n"];
  for (const text of [...texts, "duration: 5s\nexamples: [&c { want: 1 }]\nmeta: *c\n"])
    expect(migrated(text)).toMatchObject([
      { text, edits: [] },
      [{ code: /duration|want/.test(text) ? "unknown-key" : "unknown-language", help: expect.stringContaining("alias") }],
    ]);
});

it("changes nothing the second time, whatever the spec", () => {
  const key = fc.constantFrom("duration", "timeout", "code", "examples", "want", "expect", "x");
  const value = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom("shell", "sh", "duration", 5, null, true),
      fc.array(tie("node"), { maxLength: 3 }),
      fc.dictionary(key, tie("node"), { maxKeys: 4 }),
    ),
  })).node;
  fc.assert(
    fc.property(fc.dictionary(key, value), (document) => {
      const [first] = migrated(JSON.stringify(document));
      const [second] = migrated(first.text);
      expect(second).toMatchObject({ text: first.text, edits: [] });
    }),
  );
});

it("makes of each former word of the language a spec that builds to what it builds to when written by hand", async () => {
  const words = renames.flatMap((one) => (one.kind === "word" ? [one] : []));
  expect(words.length).toBeGreaterThan(10);
  for (const { from, to } of words) {
    const own = (word: string) =>
      `name: run\ndescription: Run a text.\nkind: execute\ncode: { script: ${word} }\nschema: { properties: { script: { type: string } } }\ncommand: [cat, "{{script}}"]\n`;
    expect((await compileMemory(own(from))).codes).toContain("unknown-language");
    const byHand = await compileMemory(own(to));
    expect(byHand.model).toHaveLength(1);
    expect(await compileMemory(migrateSource({ path: "tools.d/a.yaml", text: own(from) })[0].text)).toEqual(byHand);
  }
});

it("is named by the diagnostic of a former name", async () => {
  expect(renamedKey("duration", ["timeout"], table)).toMatchObject({ to: "timeout" });
  expect(renamedKey("duration", ["output"], table)).toBeUndefined();
  const value = {
    kind: "scalar" as const,
    value: "5s",
    text: "5s",
    style: "plain" as const,
    span: { file: { path: "", text: "" }, start: 0, end: 0 },
    offsetOf: () => 0,
  };
  expect(suggestKey({ key: "duration", value }, ["timeout"], table)).toMatchObject({ help: expect.stringContaining("toolgen migrate") });
  const { help } = await compileMemory(
    "name: run\ndescription: Run.\nkind: execute\ncode: { a: shell }\nschema: { properties: { a: { type: string } } }\ncommand: [cat, '{{a}}']\n",
  );
  expect(help).toContain("Since toolgen 0.1.0 it is `sh`. Run `toolgen migrate`");
});
