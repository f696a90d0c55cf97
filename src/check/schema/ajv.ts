import type { ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import formatsPlugin from "ajv-formats";
import type { ValidationError, Validator } from "../../runtime/definition.js";
import type { JsonObject } from "../../runtime/json.js";
import { demand } from "../../runtime/repair/demand.js";
import { validationOptions } from "../../runtime/tool/validation-options.js";

/** A schema compiled twice over from one compilation: to a function for this process, and to the source that calls run. */
export interface CompiledSchema {
  readonly validate: Validator;
  /** A CommonJS module that exports the validator; it requires ajv's runtime helpers by their package paths. */
  readonly source: string;
}

const addFormats = formatsPlugin.default;
const standaloneCode = standalone.default;

let checker: Ajv2020 | undefined;

/** The instance that knows the meta-schemas, which cost more to compile than a tool's schema: made once. */
function metaSchemas(): Ajv2020 {
  checker ??= addFormats(new Ajv2020({ strict: false, allErrors: true, logger: false })) as Ajv2020;
  return checker;
}

/** An instance of its own for each schema: ajv numbers the names in its code by instance, and a tool's code must not depend on other tools. */
function compiler(schema: JsonObject): Ajv2020 {
  const code = { source: true, lines: false, optimize: 1 } as const;
  return addFormats(new Ajv2020({ ...validationOptions(schema), code })) as Ajv2020;
}

/** What makes a schema invalid JSON Schema 2020-12: the place in the schema and why, the deepest place first. */
export function metaProblems(schema: JsonObject): readonly { readonly path: readonly string[]; readonly message: string }[] {
  if (metaSchemas().validateSchema(schema) === true) return [];
  const problems = (metaSchemas().errors ?? []).map((error) => ({ path: pointerSteps(error.instancePath), message: describe(error) }));
  return [...problems].sort((a, b) => b.path.length - a.path.length);
}

/** Compiles a valid schema. Throws what ajv throws where `checkSchema` found nothing and ajv does: a bug of ours. */
export function compileSchema(schema: JsonObject): CompiledSchema {
  const ajv = compiler(schema);
  const validate = ajv.compile(schema);
  return { validate: validate as Validator, source: standaloneCode(ajv, validate) };
}

/** The values of `format` that are checked. */
export function knownFormats(): readonly string[] {
  return Object.keys(metaSchemas().formats);
}

/** The steps of a JSON Pointer (RFC 6901). */
export function pointerSteps(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function describe(error: ErrorObject): string {
  return `must ${demand(error as ValidationError)}`;
}
