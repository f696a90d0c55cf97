import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

export const revisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] as const;
export type Revision = (typeof revisions)[number];

/** Returns what is wrong with a value by a definition of the protocol, such as `CallToolResult`; empty if it is valid. */
export type Problems = (definition: string, value: unknown) => string;

/** The definitions of a revision that a server's messages are checked by, under the revision's own names. */
export async function officialSchema(revision: Revision): Promise<Problems> {
  if (revision === "2024-11-05") return firstSchemas();
  const schema = suiteSchemas()[revision];
  return jsonSchema(revision === "2025-11-25" ? withFractions(schema) : schema);
}

/**
 * The schema of 2025-11-25 has `integer` for what a field for numbers begins with. The suite of the same revision asks
 * for a fraction, and the schema of the next revision has `number`.
 */
function withFractions(schema: object): object {
  const text = JSON.stringify(schema);
  const whole = '"NumberSchema":{"properties":{"default":{"type":"integer"}';
  if (!text.includes(whole)) throw new Error("The suite's schema of 2025-11-25 has changed.");
  return JSON.parse(text.replace(whole, whole.replace("integer", "number"))) as object;
}

/**
 * The schemas that the suite checks messages by: those of the protocol's repository, unchanged. No package exports
 * them, so they are read from the suite's only file, whose version is fixed in the lockfile.
 */
function suiteSchemas(): Readonly<Record<Revision, object>> {
  const file = new URL("node_modules/@modelcontextprotocol/conformance-next/dist/index.js", import.meta.url);
  const code = readFileSync(file, "utf8");
  const table = /;const \w+=\{"2025-03-26":(\w+),"2025-06-18":(\w+),"2025-11-25":(\w+),\[\w+\]:(\w+)\};/.exec(code);
  if (table === null) throw new Error("The suite's schemas are somewhere else now.");
  const [, a, b, c, d] = table;
  const declared = code.slice(code.lastIndexOf(`,${a}={$schema:`, table.index) + 1, table.index);
  return runInNewContext(`const ${declared}; ({ "2025-03-26": ${a}, "2025-06-18": ${b}, "2025-11-25": ${c}, "2026-07-28": ${d} })`);
}

function jsonSchema(schema: object): Problems {
  const isOld = "definitions" in schema;
  const options = { strict: false, allErrors: true };
  const ajv = isOld ? new Ajv(options) : new Ajv2020(options);
  addFormats.default(ajv);
  ajv.addSchema(schema, "mcp");
  return (definition, value) => {
    const validate = ajv.getSchema(`mcp#/${isOld ? "definitions" : "$defs"}/${definition}`);
    if (validate === undefined) return `The revision has no ${definition}.`;
    return validate(value) === true ? "" : ajv.errorsText(validate.errors);
  };
}

interface Parser {
  safeParse(value: unknown): { readonly success: boolean; readonly error?: { readonly message: string } };
}

/** No package has the first revision as JSON Schema. The SDK of its time has it as parsers. */
async function firstSchemas(): Promise<Problems> {
  const url = new URL("node_modules/@modelcontextprotocol/sdk-of-2024/dist/types.js", import.meta.url);
  const parsers: Readonly<Record<string, Parser | undefined>> = await import(url.href);
  return (definition, value) => {
    const parsed = parsers[`${definition}Schema`]?.safeParse(value);
    if (parsed === undefined) return `The revision has no ${definition}.`;
    return parsed.success ? "" : (parsed.error?.message ?? "It is invalid.");
  };
}
