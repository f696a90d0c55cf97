import { fullFormats } from "ajv-formats/dist/formats.js";

/** A value of `format` in ajv-formats: a test of texts or of numbers, or `true` for one that isn't checked. */
export type Format = true | RegExp | ((text: string) => boolean) | { readonly type?: "string" | "number" };

/** The formats that are checked, by their names. */
export const formatsByName = fullFormats as Readonly<Record<string, Format>>;

/** The modules that printed validators require. */
export const ajvModules: Readonly<Record<string, unknown>> = {
  "ajv/dist/runtime/ucs2length": { default: (text: string) => [...text].length },
  "ajv-formats/dist/formats": { fullFormats },
};
