import type { Telemetry } from "./telemetry.js";

/**
 * Sends the last telemetry of a process that has nothing else to do. If the collector doesn't answer, the process ends:
 * the exporters' attempts would keep it alive.
 */
export async function endTelemetry(telemetry: Telemetry | undefined): Promise<void> {
  if (telemetry !== undefined && !(await telemetry.close())) process.exit();
}
