import { expect, it } from "vitest";
import { compiledTool } from "../../kit/compiled.js";

it("goes on behind a schema that is wrong, with what names alone can tell", async () => {
  const { diagnostics } = await compiledTool(`name: t
description: d
kind: read
schema:
  properties:
    file: { type: strng }
    xs: { type: array, items: { type: string } }
aliases: { flie: [path] }
paths: { fil: read }
command:
  - wc
  - "{{flie}}"
  - "{{file.part}} {{file}}"
  - "{{#each xs}}{{this.y}}{{/each}}"
  - "{{#if xs}}"
`);
  expect(diagnostics.map((d) => [d.code, d.line])).toEqual([
    ["invalid-schema", 6],
    ["alias-of-nothing", 8],
    ["unknown-parameter", 9],
    ["unknown-name", 12],
    ["unclosed-block", 15],
  ]);
});

it("goes on behind a key of the wrong shape with the other keys", async () => {
  const { diagnostics } = await compiledTool(`name: t
description: d
kind: reed
timeout: 5
risk: { level: safe, impakt: x }
command: [wc, "{{x}}"]
exitCodes: { 999: x }
`);
  expect(diagnostics.map((d) => [d.code, d.line, d.column])).toEqual([
    ["unknown-kind", 3, 7],
    ["bad-duration", 4, 10],
    ["unknown-key", 5, 22],
    ["unknown-name", 6, 18],
    ["bad-exit-code", 7, 14],
  ]);
});

it("says of a key of a later version that, and not that the parameters in it are unused", async () => {
  const { diagnostics } = await compiledTool(`name: t
description: d
kind: read
schema: { properties: { dryRun: { type: boolean } } }
shell: { pwsh: "{{dryRun}}" }
`);
  expect(diagnostics.map((d) => [d.code, d.line, d.column])).toEqual([["not-yet", 5, 10]]);
});

it("takes no parameter whose name validators lose", async () => {
  const { diagnostics } = await compiledTool(
    "name: t\ndescription: d\nkind: read\nschema: { properties: { __proto__: { type: string } } }\ncommand: [x]\n",
  );
  expect(diagnostics).toMatchObject([{ code: "invalid-schema", line: 4, column: 25 }]);
});

it("takes no empty name for a wrong name that models use", async () => {
  const { diagnostics } = await compiledTool(
    'name: t\ndescription: d\nkind: read\nschema: { properties: { a: { type: string } } }\naliases: { a: [""] }\ncommand: [x, "--a={{a}}"]\n',
  );
  expect(diagnostics).toMatchObject([{ code: "bad-value", line: 5 }]);
});

it("says of a block that the language lacks that it lacks it, empty or not", async () => {
  for (const body of ["", "x"]) {
    const { diagnostics } = await compiledTool(
      `name: t\ndescription: d\nkind: read\nschema: { properties: { a: { type: string } } }\ncommand: [x, "{{#with a}}${body}{{/with}}{{a}}"]\n`,
    );
    expect(diagnostics.map((d) => d.code)).toEqual(["unsupported-template"]);
  }
});
