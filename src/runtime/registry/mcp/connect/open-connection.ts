import { Client, SdkError, SdkErrorCode, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { longestTimer } from "../../../contract/longest-timer.js";
import { doneWithin } from "../../../io/done-within.js";
import { unlessAborted } from "../../../io/unless-aborted.js";
import { answerElicitation, elicitationCapability } from "../answer-elicitation.js";
import { AskingCalls } from "../asking-calls.js";
import { clientVersion } from "../client-version.js";
import { ForgottenSessionError, type McpConnection, type McpRequest } from "../mcp-connection.js";
import type { ConnectOptions } from "./connect-options.js";
import type { ConnectionAttempt, Wire } from "./connection-attempts.js";
import { connectionFailure, isForgotten, isTimeout, late } from "./connection-failure.js";

/** The most time that a server may take to answer `server/discover`. In milliseconds. */
const mostProbeMs = 10_000;

/** Initializes a connection by one transport. Rejects with the SDK's error if that fails. */
export async function openConnection(transport: Wire, { mode }: ConnectionAttempt, options: ConnectOptions): Promise<McpConnection> {
  const { signal, timeoutMs, onToolsChanged, ask } = options;
  const versionNegotiation = { mode, probe: { timeoutMs: Math.min(mostProbeMs, timeoutMs / 2) } };
  const capabilities = ask === undefined ? {} : elicitationCapability;
  const client = new Client({ name: "toolgen", version: clientVersion() }, { capabilities, versionNegotiation });
  const calls = ask && new AskingCalls();
  if (ask !== undefined && calls !== undefined)
    client.setRequestHandler("elicitation/create", ({ params }, { mcpReq }) =>
      answerElicitation(params, { calls, ask, signal: mcpReq.signal }),
    );
  // Not all transports listen to the signal before they are connected.
  await unlessAborted(client.connect(transport, { timeout: timeoutMs, signal }), signal);
  client.setNotificationHandler("notifications/tools/list_changed", onToolsChanged);
  const closed = new Promise<void>((resolve) => {
    client.onclose = resolve;
  });
  return {
    closed,
    hasParameterHeaders: transport instanceof StreamableHTTPClientTransport && client.getProtocolEra() === "modern",
    hasTools: client.getServerCapabilities()?.tools !== undefined,
    diagnosis: () => transport.diagnosis ?? "",
    request: async (request) => {
      const { signal, timeoutMs } = request;
      const send = (limits: Pick<McpRequest, "signal" | "timeoutMs">) =>
        client.request({ method: request.method, params: request.params }, anything, requestOptions({ ...request, ...limits }));
      try {
        if (calls === undefined || request.method !== "tools/call") return await send({ signal, timeoutMs });
        const late = new SdkError(SdkErrorCode.RequestTimeout, "late");
        return await calls.run({ signal, timeoutMs, late }, (within) => send({ signal: within, timeoutMs: longestTimer }));
      } catch (error) {
        signal.throwIfAborted();
        if (isForgotten(error, transport)) throw new ForgottenSessionError("It has forgotten the session.", { cause: error });
        throw isTimeout(error) ? late(timeoutMs, transport) : await connectionFailure(error, transport, options);
      }
    },
    close: async () => {
      if (transport instanceof StreamableHTTPClientTransport)
        await doneWithin(
          endOfSessionMs,
          transport.terminateSession().catch(() => {}),
        );
      await client.close();
    },
  };
}

/** How long the end of a session may take, which a server may not know. In milliseconds. */
const endOfSessionMs = 1000;

function requestOptions({ signal, timeoutMs, headers, onProgress }: McpRequest) {
  return { signal, timeout: Math.min(timeoutMs, longestTimer), ...(headers && { headers }), ...(onProgress && { onprogress: onProgress }) };
}

/** The callers narrow results, because the SDK's own schemas refuse a whole list of tools for a flaw in one. */
const anything = {
  "~standard": { version: 1, vendor: "toolgen", validate: (value: unknown) => ({ value }) },
} as const;
