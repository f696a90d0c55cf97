import { type HandlerContext, servesManyCalls, ToolError } from "../../call/handler.js";
import { isAnswer, printAnswer } from "../../call/report.js";
import type { PreparedMcpCall, PreparedMcpServer } from "../../contract/call.js";
import { isJsonObject, type JsonObject } from "../../contract/json-value.js";
import { refusedDeclaration } from "../../contract/surface-change.js";
import { longestTimer } from "../../contract/time-limit.js";
import { connect } from "../connect.js";
import { allPages, ForgottenSessionError, type McpConnection, type McpServerSettings, progressText } from "../mcp-connection.js";
import { parameterHeaders, readTools } from "./read-tools.js";

/** A connected server. `key` is equal for calls that may share it. */
interface Session {
  readonly key: string;
  readonly connection: McpConnection;
  /** Its list of tools, from when a call first needs it until the server says that it changed. */
  list: Promise<readonly unknown[]> | undefined;
  /** Calls whose declaration the list agrees with. */
  readonly agreed: Set<string>;
}

let kept: Session | undefined;

/**
 * Calls a tool of an MCP server and returns what this process prints. The process that runs this call has a time limit,
 * so nothing here has one; when it is over, the server is told that the call was cancelled, and ended.
 */
export async function callServer(call: PreparedMcpCall, { signal, update }: Pick<HandlerContext, "signal" | "update">): Promise<string> {
  try {
    const answer = await request(call, { signal, update }).catch(async (error: unknown) => {
      if (!(error instanceof ForgottenSessionError)) throw error;
      await close();
      return request(call, { signal, update });
    });
    if (!isAnswer(answer)) throw new Error("It answered with something that is not the result of a call.");
    const printed = printAnswer(answer, call.format);
    if (!printed.ok) throw new ToolError(printed.advice);
    return printed.text;
  } catch (error) {
    if (signal.aborted)
      throw new ToolError(kept === undefined ? `The MCP server '${call.server.name}' did not start in time.` : told(call));
    if (error instanceof ToolError) throw error;
    // What went wrong over HTTP may be the connection's fault: the next call begins another one.
    if (call.server.url !== undefined) await close();
    throw failureOf(error, call);
  } finally {
    if (!servesManyCalls() || signal.aborted) await close();
  }
}

async function request(call: PreparedMcpCall, { signal, update }: Pick<HandlerContext, "signal" | "update">): Promise<unknown> {
  const session = await sessionWith(call.server, signal);
  const { connection } = session;
  await requireAccepted(call, session, signal);
  const tools = connection.hasParameterHeaders ? readTools(await listOf(session, signal), connection).tools : [];
  const headers = parameterHeaders(tools.find(({ name }) => name === call.tool)?.headers ?? [], call.arguments);
  return connection.request({
    method: "tools/call",
    params: { name: call.tool, arguments: call.arguments },
    signal,
    timeoutMs: longestTimer,
    headers,
    onProgress: (progress) => update(progressText(progress)),
  });
}

/** The connection that is kept, if it is still open and to the same server, or another one. */
async function sessionWith(server: PreparedMcpServer, signal: AbortSignal): Promise<Session> {
  const key = JSON.stringify(server);
  if (kept?.key === key) return kept;
  await close();
  const connection = await connect({
    settings: settingsOf(server),
    environment: { workspace: process.cwd(), projectDir: process.argv[2] ?? "/", env: process.env },
    signal,
    timeoutMs: longestTimer,
    onToolsChanged: () => {
      if (kept?.key !== key) return;
      kept.list = undefined;
      kept.agreed.clear();
    },
    // Whatever is left of it ends with this process.
    onClosing: (end) => void end().catch(() => {}),
  });
  const session: Session = { key, connection, list: undefined, agreed: new Set() };
  kept = session;
  void connection.closed.then(() => {
    if (kept === session) kept = undefined;
  });
  return session;
}

/** How often a call asks a server that says with each list that it has changed. Then the next call asks again. */
const mostLists = 3;

/**
 * Refuses a call of a tool that the server declares otherwise than it was accepted. Asks once a connection, and again
 * if the list has changed, also while the server was asked.
 */
async function requireAccepted({ declared, server, tool }: PreparedMcpCall, session: Session, signal: AbortSignal): Promise<void> {
  if (declared === undefined) return;
  const held = `${tool}\n${JSON.stringify(declared)}`;
  if (session.agreed.has(held)) return;
  for (let times = 0; times < mostLists; times++) {
    const list = listOf(session, signal);
    const listed = (await list).find((one): one is JsonObject => isJsonObject(one) && one.name === tool);
    const refusal = refusedDeclaration(declared, listed, { server: server.name, tool });
    if (refusal !== undefined) throw new ToolError(refusal);
    if (session.list === list) return void session.agreed.add(held);
  }
}

function listOf(session: Session, signal: AbortSignal): Promise<readonly unknown[]> {
  if (session.list !== undefined) return session.list;
  const list = allPages(session.connection, signal, longestTimer).catch((error: unknown) => {
    if (session.list === list) session.list = undefined;
    throw error;
  });
  session.list = list;
  return list;
}

async function close(): Promise<void> {
  const session = kept;
  kept = undefined;
  await session?.connection.close().catch(() => {});
}

/** This process has the variables that every program gets, and those that the server's entry passes on. */
function settingsOf({ name: _name, env, ...server }: PreparedMcpServer): McpServerSettings {
  return server.command === undefined ? server : { ...server, env: { ...variables(), ...env } };
}

const variables = (): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

const told = ({ server, tool }: PreparedMcpCall) => `The MCP server '${server.name}' was told that the call of ${tool} is cancelled.`;

function failureOf(error: unknown, { server, tool }: PreparedMcpCall): ToolError {
  const reason = error instanceof Error ? error.message : String(error);
  return new ToolError(`The MCP server '${server.name}' did not answer the call of ${tool}. ${reason}`);
}
