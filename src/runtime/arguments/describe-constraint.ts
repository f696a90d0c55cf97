import type { ValidationError } from "../contract/definition.js";
import { formatValue } from "../json/format-value.late.js";
import type { JsonValue } from "../json/json-value.js";
import { isArray } from "../json/selector.js";

const mostOptions = 24;

/**
 * Returns the constraint of the keyword that refused a value, to follow "must". Covers every keyword of 2020-12 that a
 * message can describe on its own.
 */
export function describeConstraint({ keyword, params, message }: ValidationError): string {
  const limit = String(params.limit);
  switch (keyword) {
    case "type":
      return `be ${list([params.type].flat().map((type) => withArticle(String(type))))}`;
    case "enum":
      return isArray(params.allowedValues) ? `be one of ${options(params.allowedValues)}` : "be one of the listed values";
    case "const":
      return `be exactly ${formatValue(params.allowedValue as JsonValue)}`;
    case "pattern":
      return `match the regular expression ${formatValue(String(params.pattern), 160)}`;
    case "format":
      return formatDemand(String(params.format));
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return `be ${comparisons[String(params.comparison)] ?? params.comparison} ${limit}`;
    case "multipleOf":
      return `be a multiple of ${params.multipleOf}`;
    case "minLength":
    case "maxLength":
      return `have at ${keyword === "minLength" ? "least" : "most"} ${counted(limit, "character")}`;
    case "minItems":
    case "maxItems":
      return `have at ${keyword === "minItems" ? "least" : "most"} ${counted(limit, "element")}`;
    case "items":
    case "additionalItems":
    case "unevaluatedItems":
      return params.limit === undefined ? "have no further elements" : `have at most ${counted(limit, "element")}`;
    case "minProperties":
    case "maxProperties":
      return `have at ${keyword === "minProperties" ? "least" : "most"} ${counted(limit, "key")}`;
    case "uniqueItems":
      return `hold no element twice (elements ${params.j} and ${params.i} are equal)`;
    case "contains":
      return containsDemand(params);
    case "not":
      return "not have a form that the tool excludes";
    case "false schema":
      return "not be given";
    case "required":
      return `have the key \`${params.missingProperty}\``;
    case "additionalProperties":
      return `have no key \`${params.additionalProperty}\``;
    case "unevaluatedProperties":
      return `have no key \`${params.unevaluatedProperty}\``;
    case "dependentRequired":
      return `have the key \`${params.missingProperty}\` beside \`${params.property}\``;
    case "if":
      return `fit the \`${params.failingKeyword}\` of its schema`;
    default:
      return message?.replace(/^must /, "") ?? `satisfy the keyword "${keyword}" of its schema`;
  }
}

const comparisons: Readonly<Record<string, string>> = { ">=": "at least", "<=": "at most", ">": "more than", "<": "less than" };

const formatExamples: Readonly<Record<string, string>> = {
  date: "2024-05-31",
  "date-time": "2024-05-31T12:00:00Z",
  time: "12:00:00Z",
  duration: "PT1H30M",
  email: "name@example.com",
  uri: "https://example.com/page",
  url: "https://example.com/page",
  uuid: "123e4567-e89b-12d3-a456-426614174000",
  ipv4: "192.0.2.1",
};

function formatDemand(format: string): string {
  const example = Object.hasOwn(formatExamples, format) ? `, such as ${formatExamples[format]}` : "";
  return `have the format "${format}"${example}`;
}

function containsDemand(params: Readonly<Record<string, unknown>>): string {
  const { minContains: least, maxContains: most } = params;
  const amount = most === undefined ? `at least ${least}` : `from ${least} to ${most}`;
  return `hold ${amount} of the elements that the tool asks for`;
}

function options(values: readonly JsonValue[]): string {
  const shown = values.slice(0, mostOptions).map((value) => formatValue(value, 80));
  return values.length > mostOptions ? `${shown.join(", ")}, … (${values.length} in all)` : shown.join(", ");
}

const withArticle = (type: string) => (type === "null" ? "null" : `${/^[aeio]/.test(type) ? "an" : "a"} ${type}`);
const list = (words: readonly string[]) => [words.slice(0, -1).join(", "), words.at(-1) ?? ""].filter((part) => part !== "").join(" or ");
const counted = (count: string, noun: string) => `${count} ${noun}${count === "1" ? "" : "s"}`;
