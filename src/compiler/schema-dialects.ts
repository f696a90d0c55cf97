import type { JsonObject } from "../contract/json-value.js";
import type { DialectId } from "./option-names.js";

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

/** A keyword stays, moves into the description, or is lost. */
export type Treatment = "kept" | "described" | "dropped";

/**
 * How a client or an API takes a JSON Schema. One lowering (`lowerSchema`) makes the schema that the model sees, or
 * that the API accepts, from these facts, and reports what is lost.
 */
export interface SchemaDialect {
  readonly id: DialectId;
  readonly label: string;
  /** A client shows the tools of the MCP server, or of its own discovery. An API takes declarations from programs. */
  readonly kind: "client" | "api";
  /** The source of these facts, for people. */
  readonly source: string;
  readonly treatment: (keyword: string) => Treatment;
  /** Keywords that the schema itself, the root, treats in another way. */
  readonly rootTreatment?: (keyword: string) => Treatment;
  /** The values of `format` that it takes; without it, all. */
  readonly formats?: readonly string[];
  /** The patterns that it takes; without it, all. */
  readonly patterns?: "without-lookaround";
  readonly rewrites: readonly Rewrite[];
  /** The longest description that reaches the model, in characters. */
  readonly descriptionLimit?: number;
  /** The name under which the model sees a tool. */
  readonly toolName?: (names: { readonly server: string; readonly tool: string }) => string;
  /** A longer name is shortened or cut by the client, so that it breaks nothing. */
  readonly shortensNames?: true;
}

/**
 * Forms in which a dialect says the same:
 * - `const-as-enum`: a constant is a list of one value.
 * - `one-as-any`: `oneOf` is `anyOf`, so that values which match several branches pass.
 * - `inline-references`: no `$ref`. A schema that refers to itself can't be written.
 * - `nullable`: `nullable: true` for the type `null`, and one type each.
 * - `text-enums`: lists of texts only.
 * - `strict`: objects are closed, and every property is required: what is optional admits `null`.
 */
export type Rewrite = "const-as-enum" | "one-as-any" | "inline-references" | "nullable" | "text-enums" | "strict";

/** Something that a schema says and a dialect doesn't. */
export interface SchemaLoss {
  /** The values that it is about, such as `files[].name`; empty for the arguments as a whole. */
  readonly path: string;
  readonly keyword: string;
  readonly effect: LossEffect;
}

/**
 * `loosened`: the keyword is there, but admits more. `impossible`: the schema can't be said, so the tool has another
 * form.
 */
export type LossEffect = "dropped" | "described" | "loosened" | "shortened" | "impossible";

export interface LoweredSchema {
  readonly schema: JsonObject;
  readonly losses: readonly SchemaLoss[];
}
