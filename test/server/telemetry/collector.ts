import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
// The exporter's older versions have a decoder, which is generated from the official schema.
import root from "otlp-decoder/build/src/generated/root.js";
import { onTestFinished } from "vitest";

interface MessageType {
  decode(body: Buffer): object;
  toObject(message: object, options: object): object;
}

/** The messages of the decoder, whose own types don't have them. */
const { trace, metrics } = (
  root as unknown as {
    readonly opentelemetry: {
      readonly proto: {
        readonly collector: {
          readonly trace: { readonly v1: { readonly ExportTraceServiceRequest: MessageType } };
          readonly metrics: { readonly v1: { readonly ExportMetricsServiceRequest: MessageType } };
        };
      };
    };
  }
).opentelemetry.proto.collector;

/** The part of OTLP that tests read, as in JSON. */
interface Sent {
  readonly resourceSpans?: readonly { readonly resource: Described; readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
  readonly resourceMetrics?: readonly { readonly scopeMetrics: readonly { readonly metrics: readonly Metric[] }[] }[];
}

interface Described {
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}

interface Span extends Described {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code: number; readonly message?: string };
}

interface Metric {
  readonly name: string;
  readonly unit: string;
  readonly histogram: { readonly dataPoints: readonly (Described & { readonly count: number })[] };
}

type Attributes = Readonly<Record<string, string | undefined>>;

/** A receiver of OTLP over HTTP, on loopback. */
export interface Collector {
  readonly url: string;
  /** Everything that was sent, as it was written. */
  readonly bodies: readonly string[];
  /** The paths and media types of all requests, once each. */
  formats(): readonly string[];
  spans(): readonly (Omit<Span, "attributes"> & { readonly attributes: Attributes; readonly resource: Attributes })[];
  points(): readonly { readonly metric: string; readonly unit: string; readonly count: number; readonly attributes: Attributes }[];
}

const attributesOf = ({ attributes }: Described): Attributes =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue]));

/** Decodes a message of protobuf. Throws for one that the official schema doesn't have. */
function decode(path: string | undefined, body: Buffer): Sent {
  const type = path === "/v1/traces" ? trace.v1.ExportTraceServiceRequest : metrics.v1.ExportMetricsServiceRequest;
  const message = type.toObject(type.decode(body), { longs: Number, bytes: Array });
  const asInJson = (key: string, value: unknown) => (/Id$/.test(key) && Array.isArray(value) ? Buffer.from(value).toString("hex") : value);
  return JSON.parse(JSON.stringify(message, asInJson));
}

export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const formats = new Set<string>();
  const sent: Sent[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const type = request.headers["content-type"] ?? "";
    bodies.push(body.toString("latin1"));
    formats.add(`${request.url} ${type}`);
    sent.push(type === "application/json" ? JSON.parse(body.toString()) : decode(request.url, body));
    response.writeHead(200, { "content-type": type }).end(type === "application/json" ? "{}" : "");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    formats: () => [...formats].sort(),
    spans: () =>
      sent.flatMap(({ resourceSpans = [] }) =>
        resourceSpans.flatMap(({ resource, scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) =>
            spans.map((span) => ({ ...span, attributes: attributesOf(span), resource: attributesOf(resource) })),
          ),
        ),
      ),
    points: () =>
      sent.flatMap(({ resourceMetrics = [] }) =>
        resourceMetrics.flatMap(({ scopeMetrics }) =>
          scopeMetrics.flatMap(({ metrics }) =>
            metrics.flatMap(({ name, unit, histogram }) =>
              histogram.dataPoints.map((point) => ({ metric: name, unit, count: point.count, attributes: attributesOf(point) })),
            ),
          ),
        ),
      ),
  };
}
