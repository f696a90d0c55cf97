import { buildArgv } from "../../../call/build-command.js";
import { buildRequest } from "../../../call/build-request.late.js";
import type { PlaceholderScope } from "../../../call/build-text.js";
import { groupDigits } from "../../../contract/display-text.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../contract/json-value.js";
import { bodyText } from "../../../contract/request.js";
import { claimedParams } from "../../../programs/place-class.js";
import { type Model, targetsOf } from "../../model.js";
import type { ShowingName } from "../../option-names.js";
import { countShown, type Showing, showings, type TokenCounting, tokenEncoding } from "../../showings.js";
import type { ExampleModel, ToolModel } from "../../tool-model.js";
import { showingsOf, type ToolShowing, tokensOf } from "./catalogue-clients.js";
import { type CatalogueParam, catalogueParams } from "./catalogue-params.js";

/** Everything that the catalogue says about a tool, before it is printed as HTML or Markdown. */
export interface CatalogueTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly badges: readonly Badge[];
  readonly kind: string;
  readonly risk: string;
  readonly toolsets: readonly string[];
  readonly nameAliases: readonly string[];
  readonly source: string;
  readonly params: readonly CatalogueParam[];
  /** Groups of parameters that exclude each other. */
  readonly exclusive: readonly (readonly string[])[];
  readonly examples: readonly CatalogueExample[];
  readonly showings: readonly ToolShowing[];
  readonly tokens: Readonly<Partial<Record<ShowingName, number>>>;
}

interface Badge {
  readonly about: "kind" | "risk" | "confirmation" | "fact" | "toolset";
  readonly text: string;
}

/** Returns the facts about a tool that the catalogue shows. */
export function catalogueTool(tool: ToolModel, model: Model, counting: TokenCounting): CatalogueTool {
  return {
    name: tool.name,
    title: tool.displayName,
    description: reflow(tool.description.trim()),
    badges: badgesOf(tool),
    kind: tool.kind,
    risk: tool.risk.level,
    toolsets: tool.toolsets,
    nameAliases: tool.nameAliases,
    source: tool.source.file.path,
    params: catalogueParams(tool),
    exclusive: tool.definition.mutuallyExclusive,
    examples: tool.examples.map((example) => catalogueExample(tool, example)),
    showings: showingsOf(tool, model),
    tokens: tokensOf(tool, model, counting),
  };
}

/** Joins a long line with the words on the next one: the author's editor wrapped it. */
const reflow = (text: string): string => text.replaceAll(/(?<=[^\n]{60})\n(?=[\p{L}\d(`"'])(?!\d+[.)])/gu, " ");

function badgesOf({ kind, risk, toolsets, definition, values }: ToolModel): readonly Badge[] {
  const facts = [
    ...(definition.http === undefined ? [] : ["sends requests"]),
    ...(definition.mcp === undefined ? [] : [`MCP server ${definition.mcp.server.name}`]),
    ...(definition.sandbox === undefined ? [] : ["sandbox"]),
    ...(definition.background === undefined ? [] : ["background"]),
    ...(definition.scopes ?? []).map((scope) => `scope ${scope}`),
    ...claimedParams(values).map((param) => `data: ${param}`),
  ];
  const confirmation = risk.isDenied ? ["denied"] : risk.requiresConfirmation ? ["asks first"] : [];
  return [
    { about: "kind", text: kind },
    { about: "risk", text: risk.level },
    ...confirmation.map((text) => ({ about: "confirmation" as const, text })),
    ...facts.map((text) => ({ about: "fact" as const, text })),
    ...toolsets.map((text) => ({ about: "toolset" as const, text })),
  ];
}

/** Groups the clients that lose the same, in their order. */
export function groupShowings(all: readonly ToolShowing[]): readonly { readonly labels: readonly string[]; readonly loses: string }[] {
  const words = ({ losses }: ToolShowing) =>
    losses === undefined ? "not measured" : losses.length === 0 ? "the whole tool" : losses.join("; ");
  const groups = [...new Set(all.map(words))];
  return groups.map((loses) => ({ loses, labels: all.filter((one) => words(one) === loses).map(({ client }) => client.label) }));
}

/** An example of a call: what a model sends, and what that starts, sends or is refused with. */
interface CatalogueExample {
  readonly name: string;
  readonly params: JsonObject;
  readonly gives: ExampleEffect | undefined;
}

interface ExampleEffect {
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
    ...(body === undefined ? [] : ["", bodyText(body)]),
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

/** Introduces the effect of an example. */
export const effectWords: Readonly<Record<ExampleEffect["kind"], string>> = {
  runs: "Runs:",
  sends: "Sends:",
  refused: "Is refused, with:",
};

/** Counts what the details of a tool contain: `2 parameters, 1 example, 7 clients, up to 246 tokens`. */
export function countsOf({ params, examples, showings, tokens }: CatalogueTool): string {
  const top = params.filter(({ isNested }) => !isNested);
  const most = `up to ${groupDigits(mostTokens(tokens))} tokens`;
  return [counted(top.length, "parameter"), counted(examples.length, "example"), counted(showings.length, "client"), most].join(", ");
}

/** The tokens of a tool where it costs most. */
export const mostTokens = (tokens: CatalogueTool["tokens"]): number => Math.max(0, ...Object.values(tokens));

/** `mcp 202, mcp-open 246` */
export const tokenText = (tokens: CatalogueTool["tokens"]): string =>
  Object.entries(tokens)
    .map(([name, count]) => `${name} ${groupDigits(count)}`)
    .join(", ");

/** `1 tool`, `2 tools` */
export const counted = (count: number, noun: string): string => `${count === 0 ? "no" : count} ${noun}${count === 1 ? "" : "s"}`;

/** Returns a sentence for each group of parameters that exclude each other. */
export const exclusiveText = (groups: readonly (readonly string[])[]): string =>
  groups.map((group) => `Give at most one of ${group.join(", ")}.`).join(" ");

/** The facts about all tools together. */
export interface CatalogueSummary {
  /** `8 tools, 2,300 tokens`: without a full stop. */
  readonly sentence: string;
  readonly encoding: string;
  readonly showings: readonly (Pick<Showing, "name" | "clients"> & { readonly tokens: number })[];
}

/** Adds up the tokens of all tools, by showing. */
export function catalogueSummary(model: Model, counting: TokenCounting): CatalogueSummary {
  const built = showings.filter(({ target }) => target === undefined || model.project.targets[target].isBuilt);
  const totals = built.map((showing) => {
    const shown = model.tools.filter((tool) => showing.target === undefined || targetsOf(model, tool).includes(showing.target));
    return {
      name: showing.name,
      clients: showing.clients,
      tokens: shown.reduce((sum, tool) => sum + countShown(tool, showing, counting), 0),
    };
  });
  const most = Math.max(0, ...totals.map(({ tokens }) => tokens));
  return {
    sentence: `${counted(model.tools.length, "tool")}, at most ${groupDigits(most)} tokens`,
    encoding: tokenEncoding,
    showings: totals,
  };
}
