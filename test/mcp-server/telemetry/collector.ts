import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** The part of OTLP in JSON that tests read. */
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

/** A receiver of OTLP over HTTP in JSON, on loopback. */
export interface Collector {
  readonly url: string;
  /** Everything that was sent, as it was written. */
  readonly bodies: readonly string[];
  spans(): readonly (Omit<Span, "attributes"> & { readonly attributes: Attributes; readonly resource: Attributes })[];
  points(): readonly { readonly metric: string; readonly unit: string; readonly count: number; readonly attributes: Attributes }[];
}

const attributesOf = ({ attributes }: Described): Attributes =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue]));

export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const sent = () => bodies.map((body): Sent => JSON.parse(body));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    spans: () =>
      sent().flatMap(({ resourceSpans = [] }) =>
        resourceSpans.flatMap(({ resource, scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) =>
            spans.map((span) => ({ ...span, attributes: attributesOf(span), resource: attributesOf(resource) })),
          ),
        ),
      ),
    points: () =>
      sent().flatMap(({ resourceMetrics = [] }) =>
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
