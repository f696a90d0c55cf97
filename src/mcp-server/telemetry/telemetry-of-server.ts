import { serverVersion } from "../server-version.js";
import type { ServedToolSource } from "../tool-source.js";
import { startTelemetry } from "./start-telemetry.js";
import type { Telemetry } from "./telemetry.js";
import { metricsInterval, telemetrySignals } from "./telemetry-signals.js";

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
