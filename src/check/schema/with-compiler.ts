import { _, Ajv2020 } from "ajv/dist/2020.js";
import { ValueScope } from "ajv/dist/compile/codegen/scope.js";
import formatsPlugin from "ajv-formats";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { boundTexts, hasBoundedText } from "../../runtime/tool/bound-texts.js";
import { validationOptions } from "../../runtime/tool/validation-options.js";

const addFormats = formatsPlugin.default;

/** Instances of ajv that nothing refers to, by their options. */
const idle = new Map<string, Ajv2020>();

/**
 * Calls a function with an instance of ajv that knows no other schema. An instance is used again, because making one
 * takes a quarter of the time of compiling a tool's schema.
 */
export function withCompiler<T>(schema: JsonObject, use: (ajv: Ajv2020) => T): T {
  const options = validationOptions(schema);
  const isBounded = hasBoundedText(schema);
  const key = `${options.ownProperties} ${isBounded}`;
  const ajv = idle.get(key) ?? compiler(options, isBounded);
  // An instance whose work throws isn't used again.
  idle.delete(key);
  const result = use(ajv);
  if (forgetsAll(ajv)) idle.set(key, ajv);
  return result;
}

function compiler(options: ReturnType<typeof validationOptions>, isBounded: boolean): Ajv2020 {
  const code = { source: true, lines: false, optimize: 1 } as const;
  const ajv = new Ajv2020({ ...options, code });
  if (isBounded) boundTexts(ajv, _);
  return addFormats(ajv) as Ajv2020;
}

/**
 * Removes every schema, and gives the code of the next one names of its own: ajv numbers names by instance, and a
 * tool's code must not depend on other tools. Returns false if a schema has left an identifier.
 */
function forgetsAll(ajv: Ajv2020): boolean {
  if (Object.keys(ajv.refs).length > 0 || Object.keys(ajv.schemas).length > 0) return false;
  ajv.removeSchema();
  Object.assign(ajv, { scope: new ValueScope({ ...ajv.scope.opts, scope: {} }) });
  return true;
}
