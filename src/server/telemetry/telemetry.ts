/** A request as telemetry and the log see it: without arguments. */
export interface ObservedRequest {
  /** The MCP method, for example `tools/call`. */
  readonly method: string;
  /** The name of the tool or prompt, if there is one with this name. */
  readonly target?: string | undefined;
  readonly id: string | number;
  readonly revision: string;
  readonly transport: "pipe" | "tcp";
  readonly sessionId?: string | undefined;
  /** The caller as authenticated over HTTP, which only the log has. */
  readonly principal: string;
  /** `_meta` of the request, which may name the client's span (W3C Trace Context). */
  readonly meta: Readonly<Record<string, unknown>>;
}

/** A connection over standard input and output, or a session over HTTP, that has ended. */
interface ObservedSession {
  readonly transport: ObservedRequest["transport"];
  readonly seconds: number;
}

/** The span of a request, by the names that OpenTelemetry gives them in logs. */
export interface TraceIds {
  readonly trace_id: string;
  readonly span_id: string;
}

/** Sees a request while it is answered. */
export type Observer = <Result>(request: ObservedRequest & { readonly trace?: TraceIds }, answer: () => Promise<Result>) => Promise<Result>;

/** Sends spans and metrics of requests to a collector (docs/mcp-telemetry.md). */
export interface Telemetry {
  /** Answers a request within a span. */
  observe<Result>(request: ObservedRequest, answer: (trace: TraceIds) => Promise<Result>): Promise<Result>;
  countSession(session: ObservedSession): void;
  /** Sends what isn't sent yet. Resolves to false if the collector hasn't taken it within two seconds. */
  close(): Promise<boolean>;
}

export interface TelemetryOptions {
  readonly signals: TelemetrySignals;
  /** The name of the server, which `OTEL_SERVICE_NAME` overrides. */
  readonly name: string;
  readonly version: string;
  /** Milliseconds between two exports of metrics. */
  readonly metricsMs: number;
  log(line: string): void;
}

/** How a signal is written: OTLP over HTTP in either format. */
export type OtlpFormat = "protobuf" | "json";

/** The signals that are sent, with their formats. */
export interface TelemetrySignals {
  readonly traces?: OtlpFormat;
  readonly metrics?: OtlpFormat;
}

/**
 * The type of a result or an error, without its text, which may have arguments in it. `undefined` for a result that is
 * none.
 */
export function resultErrorType(result: unknown): string | undefined {
  return typeof result === "object" && result !== null && "isError" in result && result.isError === true ? "tool_error" : undefined;
}

export function thrownErrorType(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (typeof code === "number") return String(code);
  return error instanceof Error ? error.name : "_OTHER";
}

/**
 * Sends the last telemetry of a process that has nothing else to do. If the collector doesn't answer, the process ends:
 * the exporters' attempts would keep it alive.
 */
export async function endTelemetry(telemetry: Telemetry | undefined): Promise<void> {
  if (telemetry !== undefined && !(await telemetry.close())) process.exit();
}
