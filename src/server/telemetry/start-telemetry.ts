import { type Attributes, type Context, defaultTextMapGetter, ROOT_CONTEXT, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { setGlobalErrorHandler, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPMetricExporter as JsonMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPMetricExporter as ProtobufMetricExporter } from "@opentelemetry/exporter-metrics-otlp-proto";
import { OTLPTraceExporter as JsonTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { defaultResource, detectResources, envDetector, resourceFromAttributes, serviceInstanceIdDetector } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { doneWithin } from "../../contract/time-limit.js";
import {
  type ObservedRequest,
  type OtlpFormat,
  resultErrorType,
  type Telemetry,
  type TelemetryOptions,
  thrownErrorType,
} from "./telemetry.js";

/** How long the end of a server waits for its last telemetry. In milliseconds. */
const closeMs = 2000;

/** A collector that isn't there is reported at most so often. In milliseconds. */
const reportMs = 600_000;

/** In seconds, as the conventions recommend for MCP. */
const boundaries = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/**
 * Starts sending what the variables ask for, in the background. The exporters and the sampler read their own variables.
 * The server bundles it as `telemetry.cjs`.
 */
export function startTelemetry({ signals, name, version, metricsMs, log }: TelemetryOptions): Telemetry {
  setGlobalErrorHandler(reportFailures(log));
  const resource = defaultResource()
    .merge(resourceFromAttributes({ "service.name": name, "service.version": version }))
    .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }));
  const tracing = new BasicTracerProvider({
    resource,
    spanProcessors: signals.traces === undefined ? [] : [new BatchSpanProcessor(traceExporter(signals.traces))],
  });
  const metering = new MeterProvider({
    resource,
    readers:
      signals.metrics === undefined
        ? []
        : [new PeriodicExportingMetricReader({ exporter: metricExporter(signals.metrics), ...intervals(metricsMs) })],
  });
  const tracer = tracing.getTracer("toolgen");
  const meter = metering.getMeter("toolgen");
  const histogram = (metric: string, description: string) =>
    meter.createHistogram(metric, { unit: "s", description, advice: { explicitBucketBoundaries: boundaries } });
  const operations = histogram("mcp.server.operation.duration", "The duration of a request, as its server sees it.");
  const sessions = histogram("mcp.server.session.duration", "The duration of a session, as its server sees it.");
  return {
    observe: async (request, answer) => {
      const since = performance.now();
      const attributes: Attributes = metricAttributes(request);
      const span = tracer.startSpan(
        spanName(request),
        { kind: SpanKind.SERVER, attributes: { ...attributes, ...spanAttributes(request) } },
        parentOf(request),
      );
      let failed: Attributes = {};
      try {
        const { traceId, spanId } = span.spanContext();
        const result = await answer({ trace_id: traceId, span_id: spanId });
        failed = errorAttributes(resultErrorType(result));
        return result;
      } catch (error) {
        failed = errorAttributes(thrownErrorType(error));
        throw error;
      } finally {
        if (Object.keys(failed).length > 0) span.setAttributes(failed).setStatus({ code: SpanStatusCode.ERROR });
        span.end();
        operations.record((performance.now() - since) / 1000, { ...attributes, ...failed });
      }
    },
    countSession: ({ transport, seconds }) => sessions.record(seconds, { "network.transport": transport }),
    close: () => doneWithin(closeMs, Promise.allSettled([tracing.shutdown(), metering.shutdown()])),
  };
}

const traceExporter = (format: OtlpFormat) => (format === "json" ? new JsonTraceExporter() : new ProtobufTraceExporter());

const metricExporter = (format: OtlpFormat) => (format === "json" ? new JsonMetricExporter() : new ProtobufMetricExporter());

/** An export may take no longer than the time between two. */
const intervals = (ms: number) => ({ exportIntervalMillis: ms, exportTimeoutMillis: Math.min(ms, 30_000) });

const errorAttributes = (type: string | undefined): Attributes => (type === undefined ? {} : { "error.type": type });

const propagator = new W3CTraceContextPropagator();

/** The client's span, if the request names one. Anything else that a client wrote there is ignored. */
function parentOf({ meta: { traceparent, tracestate } }: ObservedRequest): Context {
  if (typeof traceparent !== "string") return ROOT_CONTEXT;
  const carrier = { traceparent, ...(typeof tracestate === "string" && { tracestate }) };
  return propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter);
}

function reportFailures(log: (line: string) => void) {
  let last = Number.NEGATIVE_INFINITY;
  return (error: unknown): void => {
    const now = performance.now();
    if (now - last < reportMs) return;
    last = now;
    const [message] = String(error instanceof Error ? error.message : error).split("\n");
    log(`telemetry could not be sent: ${message?.slice(0, 200)}. Calls go on. This is said at most every ten minutes.`);
  };
}

/** The name of a request's span, by OpenTelemetry's conventions for MCP. */
const spanName = ({ method, target }: ObservedRequest): string => (target === undefined ? method : `${method} ${target}`);

/** The attributes of a request that spans and metrics have. They have few values, so that metrics stay small. */
function metricAttributes({ method, target, revision, transport }: ObservedRequest): Attributes {
  return {
    "mcp.method.name": method,
    "mcp.protocol.version": revision,
    "network.transport": transport,
    ...(method === "tools/call" && { "gen_ai.operation.name": "execute_tool" }),
    ...(target !== undefined && { [method === "prompts/get" ? "gen_ai.prompt.name" : "gen_ai.tool.name"]: target }),
  };
}

/** The attributes that spans have besides. */
const spanAttributes = ({ id, sessionId }: ObservedRequest): Attributes => ({
  "jsonrpc.request.id": String(id),
  ...(sessionId !== undefined && { "mcp.session.id": sessionId }),
});
