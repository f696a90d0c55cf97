import { createRequire } from "node:module";
import type { Validator } from "../definition.js";
import type { JsonObject } from "../json.js";
import { validationOptions } from "./validation-options.js";

type AjvModule = typeof import("ajv/dist/2020.js");
type FormatsModule = typeof import("ajv-formats");

/** A validator of a JSON Schema 2020-12 that loads ajv and compiles the schema when it is first used: a tool that isn't called costs neither. */
export function lazyValidator(schema: JsonObject): Validator {
  let compiled: Validator | undefined;
  const validate: Validator = (data) => {
    compiled ??= compile(schema);
    const valid = compiled(data);
    validate.errors = compiled.errors ?? null;
    return valid;
  };
  return validate;
}

/** Each schema has an instance of its own, as when specs are built: identifiers inside one say nothing about another. */
function compile(schema: JsonObject): Validator {
  const load = createRequire(import.meta.url);
  // The types are those of the packages that are named, which this package depends on.
  const { Ajv2020 } = load("ajv/dist/2020.js") as AjvModule;
  const { default: addFormats } = load("ajv-formats") as FormatsModule;
  const ajv = new Ajv2020(validationOptions(schema));
  addFormats.default(ajv);
  return ajv.compile(schema) as Validator;
}
