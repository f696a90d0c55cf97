import type { JsonObject } from "../json/json-value.js";

/** The decimals of a quotient that decide whether a number is a multiple: 0.01 has no exact binary form. */
export const multipleOfPrecision = 6;

/** Keys that every object inherits. */
const inherited = new RegExp(`"(?:${Object.getOwnPropertyNames(Object.prototype).join("|")})":`);

/**
 * How ajv interprets a tool's schema, at build time and at run time alike, so that defaults and messages agree. Schemas
 * were checked at build time, so meta-schemas, which cost more than a tool's own, are left out.
 */
export function validationOptions(schema: JsonObject) {
  return {
    // Without it, an absent parameter named `constructor` is found on every object. With it, every look-up costs more.
    ownProperties: inherited.test(JSON.stringify(schema)),
    strict: false,
    allErrors: true,
    useDefaults: true,
    // Binary fractions: 19.99 / 0.01 is 1998.9999999999998.
    multipleOfPrecision,
    logger: false,
    meta: false,
    validateSchema: false,
  } as const;
}
