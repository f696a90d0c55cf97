import type { ExampleModel, ToolModel } from "../../model/tool.js";
import { buildArgv } from "../../runtime/command/build-argv.js";
import { buildRequest } from "../../runtime/command/http/build-request.late.js";
import type { PlaceholderScope } from "../../runtime/command/placeholder-scope.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";

/** An example of a call: what a model sends, and what that starts, sends or is refused with. */
export interface CatalogueExample {
  readonly name: string;
  readonly params: JsonObject;
  readonly gives: ExampleEffect | undefined;
}

export interface ExampleEffect {
  readonly kind: "runs" | "sends" | "refused";
  /** A command line, the lines of a request, or a part of the refusal. */
  readonly text: string;
}

/**
 * Returns an example and its effect. The spec's own expectation comes first, because `toolgen test` proves it. Without
 * one, the command is built from the arguments, unless only a real call knows it: for arguments that are repaired, for
 * paths that are resolved, and for a call's own files. Folders have the names that specs give them.
 */
export function catalogueExample(tool: ToolModel, { name, params, expect }: ExampleModel): CatalogueExample {
  return { name, params, gives: expectedEffect(expect) ?? builtEffect(tool, params) };
}

function expectedEffect({ argv, request, mcp, error }: ExampleModel["expect"]): ExampleEffect | undefined {
  if (error !== undefined) return { kind: "refused", text: String(error) };
  if (Array.isArray(argv)) return { kind: "runs", text: commandLine(argv.map(String)) };
  if (isJsonObject(mcp ?? null)) return { kind: "sends", text: JSON.stringify(mcp, null, 2) };
  if (isJsonObject(request ?? null)) return { kind: "sends", text: JSON.stringify(request, null, 2) };
  return undefined;
}

function builtEffect({ definition, schema }: ToolModel, params: JsonObject): ExampleEffect | undefined {
  const { command, http, defaults, secrets = {} } = definition;
  const isFixed = definition.platforms === undefined && definition.tempDir === undefined && command?.handler === undefined;
  const pathParams = definition.paths.map(({ target: [first] }) => first);
  const isCanonical = Object.entries(params).every(
    ([key, value]) =>
      definition.params.includes(key) && isDeclaredType(value, schema, key) && (!pathParams.includes(key) || isPlainPath(value)),
  );
  const required = Array.isArray(schema.required) ? schema.required : [];
  const isComplete = required.every((key) => Object.hasOwn(params, String(key)));
  if (!isFixed || !isCanonical || !isComplete) return undefined;
  const scope: PlaceholderScope = {
    params: { ...defaults, ...params },
    order: definition.params,
    specDir: "{{@specDir}}",
    workspace: "{{@workspace}}",
    secrets: Object.fromEntries(Object.keys(secrets).map((key) => [key, `{{@secret.${key}}}`])),
  };
  if (command !== undefined) {
    const built = buildArgv(command, scope);
    const program = command.specDir ? `${scope.specDir}/${command.program}` : command.program;
    return built.ok ? { kind: "runs", text: commandLine([program, ...built.args]) } : undefined;
  }
  const built = http === undefined ? undefined : buildRequest(http, scope);
  return built?.ok ? { kind: "sends", text: requestText(built.request) } : undefined;
}

type BuiltRequest = (ReturnType<typeof buildRequest> & { readonly ok: true })["request"];

const requestText = ({ method, url, headers, body }: BuiltRequest) =>
  [
    `${method} ${url}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ["", body.text]),
  ].join("\n");

/** Other values are repaired by a call. */
function isDeclaredType(value: JsonValue, { properties }: JsonObject, key: string): boolean {
  const schema = isJsonObject(properties ?? null) ? (properties as JsonObject)[key] : undefined;
  if (!isJsonObject(schema ?? null)) return false;
  const { type } = schema as JsonObject;
  switch (type) {
    case "integer":
      return Number.isInteger(value);
    case "array":
      return Array.isArray(value) && value.every((element) => typeof element === "string");
    case "string":
    case "number":
    case "boolean":
      return typeof value === type;
    default:
      return false;
  }
}

/** A call leaves such a path as it is, unless a link is followed. */
const isPlainPath = (value: JsonValue): boolean =>
  Array.isArray(value) ? value.every(isPlainPath) : typeof value === "string" && /^[\w][\w ./-]*$/.test(value) && !value.includes("..");

/** The words of a command, quoted where they could be taken for several. */
const commandLine = (words: readonly string[]) =>
  words.map((word) => (/^[\w@%+=:,./{}-]+$/.test(word) ? word : JSON.stringify(word))).join(" ");
