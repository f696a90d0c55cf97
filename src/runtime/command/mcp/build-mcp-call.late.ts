import { resolve } from "node:path";
import type { CallContext } from "../../contract/call.js";
import type { OutputFormat } from "../../contract/definition.js";
import type { HttpField, JsonTemplate } from "../../contract/http-request.js";
import type { McpCall, McpServerEntry } from "../../contract/mcp-call.js";
import type { PreparedMcpCall, PreparedMcpServer } from "../../contract/prepared-mcp-call.js";
import type { Problem } from "../../contract/problem.js";
import type { Refusal } from "../../contract/refusal.js";
import { isJsonObject } from "../../json/json-value.js";
import { refuse } from "../../refusal/refusal.late.js";
import { buildJson } from "../build-json.js";
import { buildText } from "../build-text.js";
import type { PlaceholderScope } from "../placeholder-scope.js";
import { resolveServerProgram } from "./resolve-server-program.js";

interface Calling extends Pick<CallContext, "projectDir"> {
  readonly scope: PlaceholderScope;
  readonly format: OutputFormat;
}

/** Builds the call of a server's tool, or returns every reason why it can't be made. Starts nothing. */
export function buildMcpCall(
  call: McpCall,
  { scope, projectDir, format }: Calling,
): { readonly ok: true; readonly mcp: PreparedMcpCall } | Refusal {
  const problems: Problem[] = [];
  const given = buildJson(call.arguments ?? wholeCall, scope, problems);
  const server = preparedServer(call.server, { scope, projectDir, problems });
  if (problems.length > 0) return refuse(problems);
  return { ok: true, mcp: { server, tool: call.tool, arguments: isJsonObject(given) ? given : {}, format } };
}

const wholeCall: JsonTemplate = { kind: "value", ref: { from: "call", name: "params" } };

type Preparing = Pick<Calling, "scope" | "projectDir"> & { readonly problems: Problem[] };

function preparedServer(
  { command, cwd, env, headers, ...server }: McpServerEntry,
  { scope, projectDir, problems }: Preparing,
): PreparedMcpServer {
  const texts = (fields: readonly HttpField[]) => textsOf(fields, scope, problems);
  return {
    ...server,
    ...(command !== undefined && { command: resolveServerProgram(command, projectDir) }),
    ...(command !== undefined && { cwd: cwd === undefined ? scope.workspace : resolve(projectDir, cwd) }),
    ...(env !== undefined && { env: texts(env) }),
    ...(headers !== undefined && { headers: texts(headers) }),
  };
}

function textsOf(fields: readonly HttpField[], scope: PlaceholderScope, problems: Problem[]): Readonly<Record<string, string>> {
  const entries = fields.flatMap(({ name, text }): readonly (readonly [string, string])[] => {
    const built = buildText(text, scope);
    if (!built.ok) problems.push(...built.problems);
    return built.ok && built.text !== undefined ? [[name, built.text]] : [];
  });
  return Object.fromEntries(entries);
}
