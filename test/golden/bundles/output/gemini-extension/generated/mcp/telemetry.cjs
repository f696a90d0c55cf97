(telemetry.cjs)
