import type { TelemetrySignals } from "./telemetry.js";

type Environment = Readonly<Record<string, string | undefined>>;

const signals = ["traces", "metrics"] as const;

/**
 * Returns what OpenTelemetry's variables ask for: a signal is sent if its exporter or an address is named, and
 * `undefined` means that nothing is. An empty variable is an unset one, as the variables' specification says.
 */
export function telemetrySignals(env: Environment, log: (line: string) => void): TelemetrySignals | undefined {
  if (read(env, "OTEL_SDK_DISABLED")?.toLowerCase() === "true") return undefined;
  const [traces = false, metrics = false] = signals.map((signal) => isOn(signal, env, log));
  if (!traces && !metrics) return undefined;
  for (const name of ["", "_TRACES", "_METRICS"].map((part) => `OTEL_EXPORTER_OTLP${part}_PROTOCOL`)) {
    if (read(env, name)?.toLowerCase() === "grpc")
      log(`${name} is grpc, but telemetry is sent over HTTP in JSON. Collectors take that on another port, usually 4318.`);
  }
  return { traces, metrics };
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
  const given = Number(read(env, "OTEL_METRIC_EXPORT_INTERVAL"));
  return Number.isFinite(given) && given > 0 ? given : defaultMetricsMs;
}

const protocolOf = (url: string): string => (URL.canParse(url) ? new URL(url).protocol : "");

function read(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === "" ? undefined : value;
}
