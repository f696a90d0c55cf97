import { readFileSync } from "node:fs";
import * as z from "zod";

/** The tools that a server here serves: `[{ name, description, inputSchema }]`, in the file that it was started with. */
export const tools = JSON.parse(readFileSync(process.argv[2], "utf8"));

/** The Zod type for the schemas that the bench makes, as an author of a server would have written it. */
export function zodShape({ properties, required = [] }) {
  return Object.fromEntries(
    Object.entries(properties).map(([key, schema]) => [key, required.includes(key) ? zodOf(schema) : zodOf(schema).optional()]),
  );
}

function zodOf({ type, description, ...rest }) {
  if (rest.enum !== undefined) return z.enum(rest.enum).describe(description);
  switch (type) {
    case "string":
      return text(rest).describe(description);
    case "integer":
      return z.number().int().min(rest.minimum).max(rest.maximum).describe(description);
    case "number":
      return z.number().min(rest.minimum).max(rest.maximum).describe(description);
    case "boolean":
      return z.boolean().describe(description);
    case "array":
      return z
        .array(zodOf({ description: "One of them.", ...rest.items }))
        .max(rest.maxItems)
        .describe(description);
    default:
      throw new Error(`No Zod type for ${type}.`);
  }
}

function text({ minLength = 0, maxLength = 10_000, pattern }) {
  const type = z.string().min(minLength).max(maxLength);
  return pattern === undefined ? type : type.regex(new RegExp(pattern));
}
