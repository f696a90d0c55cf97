import type { ServerResponse } from "node:http";
import type { PageMessage } from "./page-messages.js";

/** The event streams of the pages that are open. */
export interface EventStreams {
  /** Begins a stream with what its page must know first; returns false if there are too many. */
  open(response: ServerResponse, headers: Readonly<Record<string, string>>, first: () => readonly PageMessage[]): boolean;
  push(change: PageMessage): void;
  isEmpty(): boolean;
}

/** A browser opens six connections to an address at most. */
const mostStreams = 30;

/** A page that doesn't read for so long is disconnected. It loads again once it is connected again. */
const mostUnread = 16_000_000;

export function openEventStreams(): EventStreams {
  const streams = new Set<ServerResponse>();
  const write = (stream: ServerResponse, text: string) => {
    if (stream.writableLength + text.length > mostUnread) stream.destroy();
    else stream.write(text);
  };
  return {
    open: (response, headers, first) => {
      if (streams.size >= mostStreams) return false;
      response.writeHead(200, { ...headers, "content-type": "text/event-stream" });
      write(response, `:\n\n${first().map(eventOf).join("")}`);
      streams.add(response);
      response.on("close", () => streams.delete(response));
      return true;
    },
    push: (change) => {
      const text = eventOf(change);
      for (const stream of streams) write(stream, text);
    },
    isEmpty: () => streams.size === 0,
  };
}

const eventOf = (change: PageMessage) => `data: ${JSON.stringify(change)}\n\n`;
