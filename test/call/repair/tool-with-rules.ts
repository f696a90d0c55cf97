import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { CompiledTool, OutputRules, ToolDefinition } from "../../../src/contract/definition.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../src/contract/json-value.js";
import type { Repaired } from "../../../src/contract/repair.js";
import { sentencesOf } from "../sentences.js";

/** A tool as the build compiles it, from a schema alone: closed unless it says otherwise, with ajv as its validator. */
export function toolWithRules(schema: JsonObject, rules: Partial<ToolDefinition> = {}): CompiledTool {
  const ajv = new Ajv2020({ allErrors: true, useDefaults: true, strict: false });
  formats.default(ajv);
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const validate = ajv.compile({ type: "object", additionalProperties: false, ...schema });
  const defaults = Object.entries(properties).flatMap(([name, property]): [string, JsonValue][] =>
    isJsonObject(property) && property.default !== undefined ? [[name, property.default]] : [],
  );
  return {
    validate: validate as CompiledTool["validate"],
    definition: definition({ params: Object.keys(properties), defaults: Object.fromEntries(defaults), ...rules }),
  };
}

/** The arguments that repair made, or what it says of them. */
export const outcome = (repaired: Repaired): JsonObject | readonly string[] => (repaired.ok ? repaired.params : sentencesOf(repaired));

/** A definition in which everything that isn't given is empty. */
export function definition(rules: Partial<ToolDefinition> = {}): ToolDefinition {
  return {
    name: "search_text",
    kind: "search",
    risk: { level: "safe", requiresConfirmation: false },
    params: [],
    aliases: [],
    ignore: [],
    mutuallyExclusive: [],
    defaults: {},
    paths: [],
    command: { program: "echo", specDir: false, items: [] },
    cwd: undefined,
    stdin: undefined,
    env: { pass: [], set: {} },
    timeoutMs: 60_000,
    exitCodes: {},
    output: { format: "text", stderr: "onError", maxLines: 2000, maxBytes: 50_000, keep: "head" },
    summary: undefined,
    specDir: ".",
    project: { roots: {}, output: "generated", specPatterns: ["^tools\\.d/.*\\.ya?ml$"] },
    ...rules,
  };
}

/** The same for a tool that runs `git` without arguments, with parts of the rules for its output. */
export function toolDefinition({
  output,
  ...parts
}: Partial<Omit<ToolDefinition, "output">> & { readonly output?: Partial<OutputRules> } = {}): ToolDefinition {
  const command = { program: "git", specDir: false, items: [] };
  const plain = definition({ name: "a_tool", kind: "read", command, project: { roots: {}, output: "generated", specPatterns: [] } });
  return { ...plain, output: { ...plain.output, ...output }, ...parts };
}
