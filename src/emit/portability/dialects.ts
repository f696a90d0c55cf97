import type { SchemaDialect, Treatment } from "./dialect.js";

/** Keywords that only bound values: a schema without them admits more. */
const bounds = [
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength"],
  ...["minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"],
];
const conditions = ["if", "then", "else"];
/**
 * Keywords that the open form leaves to the call, for clients that validate calls before they send them
 * (`check/client-schema`).
 */
const checkedByCall = [
  ...[...conditions, "not", "dependentRequired", "dependentSchemas", "propertyNames", "maxProperties"],
  ...["unevaluatedProperties", "unevaluatedItems", "contains", "minContains", "maxContains"],
];
const unions = ["anyOf", "oneOf", "allOf"];
/** Keywords that few clients know. */
const constraints = [
  ...[...conditions, "not", "prefixItems", "patternProperties", "propertyNames", "contains", "minContains", "maxContains"],
  ...["dependentRequired", "dependentSchemas", "unevaluatedProperties", "unevaluatedItems"],
];

const keepsAll = (): Treatment => "kept";
const loses =
  (treatment: Treatment, ...keywords: readonly string[]) =>
  (keyword: string): Treatment =>
    keywords.includes(keyword) ? treatment : "kept";
const keepsOnly =
  (...keywords: readonly string[]) =>
  (keyword: string): Treatment =>
    keywords.includes(keyword) ? "kept" : "described";

const measured = (program: string) => `measured with ${program}`;

/**
 * Clients of the MCP server, or of Gemini CLI's discovery. Only those whose models' requests were recorded:
 * `test/clients/agents/portability.test.ts` compares these rows with what each sends.
 */
export const clientDialects: readonly SchemaDialect[] = [
  {
    id: "claude",
    label: "Claude Code",
    kind: "client",
    source: measured("Claude Code 2.1.330"),
    treatment: keepsAll,
    rootTreatment: loses("described", ...unions),
    rewrites: [],
    descriptionLimit: 4_100,
    toolName: ({ server, tool }) => `mcp__${server}__${tool}`,
  },
  {
    id: "codex",
    label: "Codex",
    kind: "client",
    source: measured("Codex 0.169.0"),
    treatment: loses("dropped", ...bounds.filter((keyword) => keyword !== "minItems"), ...constraints, "pattern", "format", "default"),
    rewrites: ["const-as-enum"],
    toolName: ({ server, tool }) => `mcp__${server}__${tool}`,
    shortensNames: true,
  },
  {
    id: "opencode",
    label: "opencode",
    kind: "client",
    source: measured("opencode 1.18.33"),
    treatment: keepsAll,
    rewrites: [],
    toolName: ({ server, tool }) => `${server}_${tool}`,
  },
  {
    id: "copilot",
    label: "Copilot CLI",
    kind: "client",
    source: measured("Copilot CLI 1.0.102"),
    treatment: loses("described", ...bounds, ...constraints.filter((keyword) => keyword !== "prefixItems"), "pattern", "format"),
    rootTreatment: loses("described", ...unions),
    rewrites: [],
    toolName: ({ server, tool }) => `${server}-${tool}`,
    shortensNames: true,
  },
  {
    id: "gemini",
    label: "Gemini CLI",
    kind: "client",
    source: measured("Gemini CLI 0.61.0"),
    treatment: loses("dropped", ...checkedByCall),
    rewrites: ["one-as-any"],
    toolName: ({ server, tool }) => `mcp_${server}_${tool}`,
    shortensNames: true,
  },
  {
    id: "qwen",
    label: "Qwen Code",
    kind: "client",
    source: measured("Qwen Code 0.24.4"),
    treatment: loses("dropped", ...checkedByCall),
    rewrites: ["one-as-any"],
    toolName: ({ server, tool }) => `mcp__${server}__${tool}`,
    shortensNames: true,
  },
];

/** The APIs that `targets.providers` writes declarations for. */
export const apiDialects = [
  {
    id: "openai",
    label: "OpenAI",
    kind: "api",
    source: "OpenAI's reference: a function's parameters are any JSON Schema of an object without a union at its root",
    treatment: keepsAll,
    rootTreatment: loses("described", ...unions, "not", "enum"),
    rewrites: [],
  },
  {
    id: "openai-strict",
    label: "OpenAI, strict",
    kind: "api",
    // The page, as of February 2026: https://platform.openai.com/docs/guides/structured-outputs#supported-schemas
    source: "OpenAI's guide to Structured Outputs: the supported schemas",
    treatment: keepsOnly(
      ...["type", "title", "description", "enum", "const", "anyOf", "oneOf", "allOf", "$ref", "$defs", "items", "prefixItems"],
      ...["properties", "required", "additionalProperties", "pattern", "format", "minItems", "maxItems"],
      ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
    ),
    rootTreatment: loses("described", ...unions, "enum"),
    formats: ["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"],
    patterns: "without-lookaround",
    rewrites: ["const-as-enum", "one-as-any", "strict"],
  },
  {
    id: "anthropic",
    label: "Anthropic",
    kind: "api",
    source: "the Messages API, which answers a union at the root with HTTP 400",
    treatment: keepsAll,
    rootTreatment: loses("described", ...unions),
    rewrites: [],
  },
  {
    id: "gemini-api",
    label: "Gemini",
    kind: "api",
    // The page, read in November 2026: https://ai.google.dev/api/caching#Schema. It says that any format is allowed,
    // but the API has refused others for texts.
    source: "the Gemini API's reference: the type Schema",
    treatment: keepsOnly(
      ...[
        "type",
        "title",
        "description",
        "enum",
        "const",
        "anyOf",
        "oneOf",
        "$ref",
        "items",
        "properties",
        "required",
        "default",
        "format",
      ],
      ...["minimum", "maximum", "minLength", "maxLength", "pattern", "minItems", "maxItems", "minProperties", "maxProperties"],
    ),
    formats: ["date-time"],
    rewrites: ["inline-references", "const-as-enum", "one-as-any", "nullable", "text-enums"],
  },
] as const satisfies readonly SchemaDialect[];

export const dialects: readonly SchemaDialect[] = [...clientDialects, ...apiDialects];
