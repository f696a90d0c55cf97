import { startTelemetry } from "../telemetry/start-telemetry.js";
import type { OtlpFormat, Telemetry, TelemetrySignals } from "../telemetry/telemetry.js";
import type { ServedToolSource } from "../tool-source.js";
import { serverVersion } from "./server.js";

interface Started {
  readonly env: Readonly<Record<string, string | undefined>>;
  log(line: string): void;
}

/** Starts telemetry if OpenTelemetry's variables ask for it. A server that can't send any serves all the same. */
export function telemetryOfServer(source: ServedToolSource, { env, log }: Started): Telemetry | undefined {
  const signals = telemetrySignals(env, log);
  if (signals === undefined) return undefined;
  try {
    return startTelemetry({ signals, name: source.server.name, version: serverVersion(source), metricsMs: metricsInterval(env), log });
  } catch (error) {
    const [message] = String(error instanceof Error ? error.message : error).split("\n");
    log(`telemetry can't be sent: ${message}`);
    return undefined;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

const signals = ["traces", "metrics"] as const;

/**
 * Returns what OpenTelemetry's variables ask for: a signal is sent if its exporter or an address is named, and
 * `undefined` means that nothing is. An empty variable is an unset one, as the variables' specification says.
 */
export function telemetrySignals(env: Environment, log: (line: string) => void): TelemetrySignals | undefined {
  if (read(env, "OTEL_SDK_DISABLED")?.toLowerCase() === "true") return undefined;
  const [traces, metrics] = signals.map((signal) => (isOn(signal, env, log) ? formatOf(signal, env, log) : undefined));
  if (traces === undefined && metrics === undefined) return undefined;
  return { ...(traces && { traces }), ...(metrics && { metrics }) };
}

/** OpenTelemetry's default is protobuf. Of a signal's own variable and the common one, the first that is set counts. */
function formatOf(signal: (typeof signals)[number], env: Environment, log: (line: string) => void): OtlpFormat {
  const names = [`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_PROTOCOL`, "OTEL_EXPORTER_OTLP_PROTOCOL"];
  const name = names.find((one) => read(env, one) !== undefined) ?? "";
  const protocol = read(env, name)?.toLowerCase() ?? "http/protobuf";
  if (protocol === "http/json") return "json";
  if (protocol === "grpc")
    log(`${name} is grpc, but ${signal} are sent by http/protobuf. Collectors take that on another port, usually 4318.`);
  else if (protocol !== "http/protobuf")
    log(`${name} is ${protocol}, so ${signal} are sent by http/protobuf. Write http/protobuf or http/json.`);
  return "protobuf";
}

function isOn(signal: (typeof signals)[number], env: Environment, log: (line: string) => void): boolean {
  const part = signal.toUpperCase();
  const exporter = read(env, `OTEL_${part}_EXPORTER`)?.toLowerCase();
  if (exporter === "none") return false;
  const addresses = ["OTEL_EXPORTER_OTLP_ENDPOINT", `OTEL_EXPORTER_OTLP_${part}_ENDPOINT`].filter((name) => read(env, name) !== undefined);
  if (exporter !== undefined && exporter !== "otlp") {
    log(`OTEL_${part}_EXPORTER is ${exporter}, which this server doesn't have. Write otlp or none.`);
    return false;
  }
  const wrong = addresses.find((name) => !/^https?:$/.test(protocolOf(read(env, name) ?? "")));
  if (wrong !== undefined) {
    log(`${wrong} is not an address such as http://127.0.0.1:4318, so no ${signal} are sent.`);
    return false;
  }
  return exporter === "otlp" || addresses.length > 0;
}

/** How often metrics are sent by default. In milliseconds. */
const defaultMetricsMs = 60_000;

export function metricsInterval(env: Environment): number {
  const intervalMs = Number(read(env, "OTEL_METRIC_EXPORT_INTERVAL"));
  return Number.isFinite(intervalMs) && intervalMs > 0 ? intervalMs : defaultMetricsMs;
}

const protocolOf = (url: string): string => (URL.canParse(url) ? new URL(url).protocol : "");

function read(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === "" ? undefined : value;
}
