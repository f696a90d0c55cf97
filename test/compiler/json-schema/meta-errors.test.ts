import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { expect, it } from "vitest";
import { metaErrors } from "../../../src/compiler/json-schema/meta-errors.js";
import type { JsonObject } from "../../../src/contract/json-value.js";
import { compiled } from "../../kit/compiled.js";

/** The module that stands in the place of `meta-schema.ts` in the bundled command line. */
async function bundled(): Promise<{ readonly metaErrors: typeof metaErrors }> {
  const { metaSchemaSource }: { metaSchemaSource(): string } = await import(
    new URL("../../../scripts/meta-schema.mjs", import.meta.url).href
  );
  const folder = mkdtempSync(join(tmpdir(), "toolgen-meta-"));
  try {
    const file = join(folder, "meta-schema.mjs");
    const require = `import { createRequire } from "node:module";\nconst require = createRequire(${JSON.stringify(import.meta.url)});\n`;
    writeFileSync(file, metaSchemaSource().replace('"use strict";', `"use strict";${require}`));
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Keywords with values that most of them don't take, at any depth. */
const { schema } = fc.letrec<{ schema: JsonObject; value: unknown }>((tie) => ({
  schema: fc.dictionary(
    fc.constantFrom(
      ...[
        "type",
        "enum",
        "const",
        "required",
        "properties",
        "patternProperties",
        "additionalProperties",
        "items",
        "prefixItems",
        "anyOf",
        "not",
      ],
      ...[
        "$ref",
        "$defs",
        "$id",
        "$anchor",
        "$dynamicRef",
        "$schema",
        "minimum",
        "multipleOf",
        "maxItems",
        "pattern",
        "format",
        "default",
        "x-own",
      ],
      ...["dependentSchemas", "dependentRequired", "dependencies", "if", "contains", "unevaluatedProperties", "description", "deprecated"],
    ),
    tie("value"),
    { maxKeys: 4, noNullPrototype: true },
  ) as fc.Arbitrary<JsonObject>,
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom("string", "object", "strng", "#/$defs/a", "a", "(", "", 0, -1, 1.5, true, false, null),
    fc.array(fc.oneof(fc.constantFrom("a", "string", 1), tie("schema")), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b"), tie("schema"), { maxKeys: 2, noNullPrototype: true }),
    tie("schema"),
  ),
}));

it("finds the same as compiled when toolgen was built", async () => {
  const other = await bundled();
  let invalid = 0;
  fc.assert(
    fc.property(schema, (one) => {
      const errors = metaErrors(one);
      if (errors.length > 0) invalid++;
      expect(other.metaErrors(one)).toEqual(errors);
    }),
    { numRuns: 2000 },
  );
  expect(invalid).toBeGreaterThan(200);
  expect(invalid).toBeLessThan(1800);
});

const said = async (schema: object) => {
  const spec = JSON.stringify({ name: "t", description: "d", kind: "read", schema, command: ["prog", "--all={{json @params}}"] });
  return (await compiled({ "t.yaml": spec })).diagnostics.map(({ code, message, help }) => ({ code, message, help }));
};

it("takes a $schema that names JSON Schema 2020-12, and says of another what to do", async () => {
  for (const named of ["https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft/2020-12/schema#"])
    expect(await said({ $schema: named })).toEqual([]);
  expect(await said({ $schema: "http://json-schema.org/draft-07/schema#" })).toEqual([
    {
      code: "invalid-schema",
      message: `'$schema' is not valid JSON Schema 2020-12: it names another language, "http://json-schema.org/draft-07/schema#".`,
      help: "Leave it out, and see to it that the schema is JSON Schema 2020-12.",
    },
  ]);
  expect(await said({ $schema: 5, properties: { a: { type: "strng" } } })).toMatchObject([
    { message: expect.stringContaining("'$schema'") },
    { message: expect.stringContaining("'properties.a.type'") },
  ]);
});
