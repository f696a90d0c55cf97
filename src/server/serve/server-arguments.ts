import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readRiskArguments, type Settings } from "../../call/risk-settings.js";
import { type HttpArguments, type LogOptions, readLogOptions, readPageSize, readRoots } from "../server-options.js";
import { readSelection, type ToolSelection } from "../tool-selection.js";
import type { ServerOption } from "./server-help.js";

/** The arguments of a server. */
export interface ServerArguments extends LogOptions {
  /** Settings for as long as it runs, which override those of files. */
  readonly risk?: Settings;
  /** True if the client asks its user before each call. */
  readonly clientAsks: boolean;
  /** The tools that clients are offered at most; `undefined`: all. */
  readonly select?: ToolSelection;
  /** True if clients are offered three tools that find, describe and call all others. */
  readonly search?: true;
  /** How many items a page of a list has; `undefined`: what the project says. */
  readonly pageSize?: number;
  /** The folder within which the root of a client is the workspace; `undefined`: roots aren't asked for. */
  readonly roots?: string;
  /** The folder that calls work in; `undefined`: the server's working directory. */
  readonly workspace?: string;
  /** How it is reached over HTTP; `undefined`: it talks over its standard streams. */
  readonly http?: HttpArguments;
}

const options = {
  risk: { type: "string", multiple: true },
  "client-asks": { type: "boolean" },
  toolsets: { type: "string" },
  tools: { type: "string" },
  "read-only": { type: "boolean" },
  search: { type: "boolean" },
  "page-size": { type: "string" },
  workspace: { type: "string" },
  roots: { type: "string" },
  "log-format": { type: "string" },
  "log-level": { type: "string" },
  http: { type: "string" },
  "allow-host": { type: "string", multiple: true },
  tokens: { type: "string" },
  "oauth-issuer": { type: "string" },
  "oauth-audience": { type: "string" },
  "oauth-resource": { type: "string" },
  "oauth-jwks": { type: "string" },
  "oauth-scope": { type: "string", multiple: true },
  "oauth-principal": { type: "string" },
  "tls-cert": { type: "string" },
  "tls-key": { type: "string" },
  sessions: { type: "boolean" },
} as const satisfies Readonly<Record<Exclude<ServerOption, "help">, object>>;

const oauthTexts = {
  oauthIssuer: "oauth-issuer",
  oauthAudience: "oauth-audience",
  oauthResource: "oauth-resource",
  oauthJwks: "oauth-jwks",
  oauthPrincipal: "oauth-principal",
} as const;

const forHttp = ["allow-host", "tokens", ...Object.values(oauthTexts), "oauth-scope", "tls-cert", "tls-key", "sessions"] as const;

/** Reads the arguments of a server (docs/mcp-server.md). Throws a one-line message for invalid ones. */
export function readServerArguments(args: readonly string[]): ServerArguments {
  const { values } = parseArgs({ args: withAddress(args), options });
  const { workspace, risk } = values;
  const roots = readRoots(values);
  const http = httpArguments(values);
  const pageSize = readPageSize(values["page-size"]);
  const { toolsets, tools, "read-only": readOnly } = values;
  const select = readSelection({
    ...(toolsets !== undefined && { toolsets }),
    ...(tools !== undefined && { tools }),
    readOnly: readOnly === true,
  });
  const parsed = {
    ...readLogOptions({ logFormat: values["log-format"], logLevel: values["log-level"] }),
    clientAsks: values["client-asks"] === true,
    ...(select !== undefined && { select }),
    ...(values.search === true && { search: true as const }),
    ...(pageSize !== undefined && { pageSize }),
    ...(roots !== undefined && { roots: resolve(roots) }),
    ...(workspace !== undefined && { workspace }),
    ...(http !== undefined && { http }),
  };
  if (risk === undefined) return parsed;
  const read = readRiskArguments(risk);
  if (!read.ok) throw new Error(`${read.message} ${read.hint}`);
  return { risk: read.settings, ...parsed };
}

/** `--http` may stand alone, which `parseArgs` doesn't know. */
function withAddress(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    const next = args[index + 1];
    return arg === "--http" && (next === undefined || next.startsWith("-")) ? ["--http="] : [arg];
  });
}

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];

function httpArguments(values: Values): HttpArguments | undefined {
  const { http, tokens } = values;
  if (http === undefined) {
    const unused = forHttp.find((name) => values[name] !== undefined);
    if (unused !== undefined) throw new Error(`--${unused} is for a server over HTTP: add --http.`);
    return undefined;
  }
  const empty = forHttp.find((name) => values[name] === "");
  if (empty !== undefined) throw new Error(`--${empty} is empty.`);
  const { "allow-host": allowHost, "tls-cert": tlsCert, "tls-key": tlsKey, sessions } = values;
  return {
    http: http === "" ? true : http,
    ...(allowHost && { allowHost }),
    // The server goes to its workspace before it reads them.
    ...(tokens !== undefined && { tokens: resolve(tokens) }),
    ...Object.fromEntries(Object.entries(oauthTexts).flatMap(([key, name]) => (values[name] === undefined ? [] : [[key, values[name]]]))),
    ...(values["oauth-scope"] && { oauthScope: values["oauth-scope"] }),
    ...(tlsCert !== undefined && { tlsCert: resolve(tlsCert) }),
    ...(tlsKey !== undefined && { tlsKey: resolve(tlsKey) }),
    ...(sessions !== undefined && { sessions }),
  };
}
