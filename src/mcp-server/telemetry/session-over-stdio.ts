import type { ServerState } from "../server-state.js";
import { endTelemetry } from "./telemetry.js";

/** Returns what to do once the client has gone: with telemetry, that of its running calls is sent before the end. */
export function sessionOverStdio({ telemetry, calls }: ServerState, end: () => void): () => void {
  if (telemetry === undefined) return end;
  const since = performance.now();
  return () => {
    telemetry.countSession({ transport: "pipe", seconds: (performance.now() - since) / 1000 });
    void calls
      .close()
      .then(() => endTelemetry(telemetry))
      .then(end);
  };
}
