// What a build can't do without, alone: json-schema-to-typescript prints the types and ajv the validator of each schema, and both are
// written: node types-and-validators.mjs SCHEMAS OUTPUT.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import addFormats from "ajv-formats";
import { compile } from "json-schema-to-typescript";

const [schemas, output] = process.argv.slice(2);
mkdirSync(output, { recursive: true });
for (const file of readdirSync(schemas)) {
  const schema = JSON.parse(readFileSync(join(schemas, file), "utf8"));
  writeFileSync(join(output, `${file}.ts`), await compile(structuredClone(schema), schema.title, { format: false }));
  const ajv = new Ajv.default({ code: { source: true }, allErrors: true, useDefaults: true, strict: false });
  addFormats.default(ajv);
  writeFileSync(join(output, `${file}.cjs`), standaloneCode.default(ajv, ajv.compile(schema)));
}
