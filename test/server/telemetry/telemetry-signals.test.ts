import { expect, it } from "vitest";
import { metricsInterval, telemetrySignals } from "../../../src/server/serve/telemetry-of-server.js";

const address = "http://127.0.0.1:4318";

function read(env: Readonly<Record<string, string>>) {
  const logged: string[] = [];
  return { signals: telemetrySignals(env, (line) => logged.push(line)), logged };
}

it.each([
  [{}, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "" }, undefined],
  [{ OTEL_SERVICE_NAME: "shop" }, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: address }, { traces: "protobuf", metrics: "protobuf" }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_SDK_DISABLED: "TRUE" }, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_TRACES_EXPORTER: "none" }, { metrics: "protobuf" }],
  [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: address }, { metrics: "protobuf" }],
  [{ OTEL_TRACES_EXPORTER: "otlp" }, { traces: "protobuf" }],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" },
    { traces: "json", metrics: "json" },
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json", OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "HTTP/Protobuf" },
    { traces: "protobuf", metrics: "json" },
  ],
])("reads what %j asks for", (env, signals) => {
  expect(read(env)).toEqual({ signals, logged: [] });
});

it("says which variable can't be followed", () => {
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" })).toEqual({
    signals: undefined,
    logged: [expect.stringContaining("no traces are sent"), expect.stringContaining("no metrics are sent")],
  });
  expect(read({ OTEL_TRACES_EXPORTER: "zipkin", OTEL_EXPORTER_OTLP_ENDPOINT: address })).toEqual({
    signals: { metrics: "protobuf" },
    logged: ["OTEL_TRACES_EXPORTER is zipkin, which this server doesn't have. Write otlp or none."],
  });
  const both = { traces: "protobuf", metrics: "protobuf" };
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" })).toEqual({
    signals: both,
    logged: [expect.stringContaining("traces are sent by http/protobuf"), expect.stringContaining("4318")],
  });
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: "http/xml" })).toEqual({
    signals: both,
    logged: [expect.stringContaining("OTEL_EXPORTER_OTLP_METRICS_PROTOCOL is http/xml, so metrics are sent by http/protobuf")],
  });
});

it("reads how often metrics are sent", () => {
  expect(metricsInterval({})).toBe(60_000);
  expect(metricsInterval({ OTEL_METRIC_EXPORT_INTERVAL: "500" })).toBe(500);
  expect(metricsInterval({ OTEL_METRIC_EXPORT_INTERVAL: "often" })).toBe(60_000);
});
