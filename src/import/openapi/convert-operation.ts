import type { JsonObject, JsonValue } from "../../contract/json-value.js";
import { failed, found, type ImportedTool, type ImportOutcome, joinWords, wordsIn } from "../imported-tool.js";
import { nonEmptyText, type Operation, unusablePath } from "../openapi-document.js";
import { type SchemaConversion, sortSchema } from "../schema/convert-schema.js";
import { type Credentials, convertSecurity, type Security } from "../schema/find-credentials.js";
import { asSentence, shortenText, visibleText } from "../text/visible-text.js";
import { convertBody } from "./convert-body.js";
import { pagingSentence } from "./convert-parameter.js";
import { convertParameters } from "./convert-parameters.js";
import { makeExample } from "./make-example.js";
import { convertResponse, type ProjectResponse } from "./project-response.js";
import { findServer, guessRisk, leavesServer, type RequestParts, requestTemplate, riskKeys } from "./request-template.js";
import type { ToolParameter } from "./tool-parameter.js";

/** The settings that all operations of an import share. */
export interface ImportContext {
  readonly root: JsonObject;
  /** The name of the group of tools. */
  readonly group: string;
  readonly documentUrl: string | undefined;
  /** The address of the server, if the user gives it. */
  readonly server: string | undefined;
  /** The name of a secret that is sent as a bearer token. */
  readonly bearer: string | undefined;
  /** Parameters that the model sends although they seem to be credentials. */
  readonly keep?: readonly string[];
}

export interface ConversionContext extends ImportContext {
  readonly projectResponse: ProjectResponse;
  readonly credentials: Credentials;
  /** Each tag is a toolset, too. */
  readonly hasTagSets?: boolean;
  /** Examples are made up, also where the document has some. */
  readonly madeUp?: boolean;
}

/**
 * A schema of more characters, as JSON, is about 1,200 tokens: its optional parts are cut, the deepest first, if that
 * makes it short.
 */
const mostCharacters = 5000;

/** Converts an operation to a tool; the problem is a clause about the operation. */
export function convertOperation(operation: Operation, name: string, context: ConversionContext): ImportOutcome<ImportedTool> {
  const isShort = ({ spec }: ImportedTool) => JSON.stringify(spec.schema ?? {}).length <= mostCharacters;
  const whole = convertWith(operation, name, context);
  if (!whole.ok || isShort(whole.value)) return whole;
  for (const optionalLevels of [2, 1, 0]) {
    const cut = convertWith(operation, name, { ...context, optionalLevels });
    if (cut.ok && isShort(cut.value)) return cut;
  }
  return whole;
}

type ConversionSettings = ConversionContext & Pick<SchemaConversion, "optionalLevels">;

function convertWith(operation: Operation, name: string, context: ConversionSettings): ImportOutcome<ImportedTool> {
  const { root, group, optionalLevels } = context;
  const cut = optionalLevels === undefined ? {} : { optionalLevels };
  const state: SchemaConversion = { root, notes: [], subschemas: 0, problems: [], credentials: context.credentials, ...cut };
  const taken = new Set<string>();
  const problem = unusablePath(operation.path);
  if (problem !== undefined) return failed(problem);
  const server = findServer(operation, context);
  if (typeof server === "string") return failed(server);
  const security = convertSecurity(operation.body, context);
  if (typeof security === "string") return failed(security);
  const sent = { headers: Object.keys(security.headers), query: Object.keys(security.query), cookie: Object.keys(security.cookies) };
  const parameters = convertParameters(operation, { taken, state, sent });
  if (typeof parameters === "string") return failed(parameters);
  const body = convertBody(operation.body, taken, state);
  if (typeof body === "string") return failed(body);
  if (body !== undefined && ["GET", "HEAD"].includes(operation.method)) return failed(`it is a ${operation.method} request with a body`);
  const response = convertResponse(operation.body, context);
  if (typeof response === "string") return failed(response);
  const risk = guessRisk(operation);
  const parts: RequestParts = { operation, risk: risk.level, server, security, parameters, body, accept: response.accept };
  const http = requestTemplate(parts);
  if (leavesServer(http, server)) return failed("its address isn't below that of its server");
  const all = [...parameters.map(({ parameter }) => parameter), ...(body?.parameters ?? [])];
  const shown = all.filter(({ secret }) => secret === undefined);
  const { text, isGuess } = describeOperation(operation, shown);
  const example = makeExample(parts, context.madeUp ? all.map((one) => ({ ...one, example: undefined })) : all);
  const spec: Record<string, JsonValue> = {
    name,
    description: text,
    ...riskKeys(risk),
    toolsets: [group, ...(context.hasTagSets ? tagSets(operation, group) : [])],
    ...(shown.length === 0 ? {} : { schema: schemaOf(shown) }),
    ...pathsOf(all),
    ...secretsOf(security, all, state.notes),
    http,
    ...(response.statusCodes === undefined ? {} : { statusCodes: response.statusCodes }),
    ...(response.output === undefined ? {} : { output: response.output }),
    ...(example === undefined ? {} : { examples: [example] }),
  };
  const comments = {
    "/kind": risk.comment,
    ...(all.some(({ isFile }) => isFile) ? { "/paths": "files that are sent to the server" } : {}),
    ...(isGuess ? { "/description": "guessed: the document doesn't describe the operation" } : {}),
    ...(server.guess === undefined ? {} : { "/http/url": server.guess }),
    ...(server.privateHost === undefined
      ? {}
      : { "/http/allowPrivate": "guessed from the address: requests may go to this machine or its network" }),
    ...(response.comment === undefined ? {} : { "/output": response.comment }),
  };
  return found({ name, origin: operation.origin, spec, comments, notes: [...new Set(state.notes)] });
}

/** The toolsets for the tags of an operation: `github_issues`. */
function tagSets({ tags }: Operation, group: string): readonly string[] {
  const named = tags.map(wordsIn).filter((words) => words.length > 0);
  const sets = named.map((words) => joinWords([...wordsIn(group), ...words], { most: 48, empty: group }));
  return [...new Set(sets)].filter((name) => name !== group);
}

/** The parameters that name files. */
function pathsOf(all: readonly ToolParameter[]): JsonObject {
  const files = all.filter(({ isFile }) => isFile).map(({ name }) => [name, "read"] as const);
  return files.length === 0 ? {} : { paths: Object.fromEntries(files) };
}

/** The secrets of an operation. One that takes the place of a parameter may be optional, and is listed. */
function secretsOf({ secrets: declared, isOptional }: Security, all: readonly ToolParameter[], notes: string[]): JsonObject {
  const described = Object.entries(declared).map(([name, description]) => [
    name,
    isOptional ? { description, optional: true } : description,
  ]);
  const secrets: Record<string, JsonValue> = Object.fromEntries(described);
  for (const { name, secret } of all) {
    if (secret === undefined) continue;
    notes.push(`'${name}' is the secret ${secret.secret}, from the environment. --keep ${name} lets the model send it.`);
    if (Object.hasOwn(secrets, secret.secret) && (!secret.isRequired || typeof secrets[secret.secret] === "string")) continue;
    secrets[secret.secret] = secret.isRequired ? secret.description : { description: secret.description, optional: true };
  }
  return Object.keys(secrets).length === 0 ? {} : { secrets };
}

function schemaOf(parameters: readonly ToolParameter[]): JsonObject {
  const required = parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const inOrder = [...parameters].sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
  const properties = Object.fromEntries(inOrder.map(({ name, schema }) => [name, sortSchema(schema)]));
  return { properties, ...(required.length === 0 ? {} : { required }) };
}

/** The longest description of a tool. Every model reads it before every answer. */
const most = 600;

/** Returns a tool's description: the operation's summary and description, and how to get more of a list. */
function describeOperation(
  { body, item, method, path, isDeprecated }: Operation,
  parameters: readonly ToolParameter[],
): { readonly text: string; readonly isGuess: boolean } {
  const summary = shortenText(nonEmptyText(body.summary) ?? nonEmptyText(item.summary) ?? "", 200);
  const description = shortenText(nonEmptyText(body.description) ?? nonEmptyText(item.description) ?? "", most);
  const isRepeated = plain(description).startsWith(plain(summary));
  const isGuess = summary === "" && description === "";
  const own = isGuess
    ? `Sends ${method} ${visibleText(path)}.`
    : [...(isRepeated ? [] : [asSentence(summary)]), description].filter((part) => part !== "").join("\n");
  const paging = method === "GET" ? pagingSentence(parameters.map(({ name }) => name)) : undefined;
  const sentences = [...(isDeprecated ? ["Deprecated."] : []), asSentence(own), ...(paging === undefined ? [] : [paging])];
  return { text: sentences.join(own.includes("\n") ? "\n" : " "), isGuess };
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
