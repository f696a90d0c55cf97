import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { completions } from "./completions.js";
import { gemini } from "./gemini.js";
import { messages } from "./messages.js";
import { modelCall, type Protocol, type Turn } from "./protocol.js";
import { responses } from "./responses.js";

/** A model on loopback. It calls tools of a server, one a turn, and keeps what the client declares and answers. */
export interface LoopbackModel {
  readonly url: string;
  /** The server's tools that any request declared, without the client's prefix, and their schemas in the last one. */
  readonly declared: ReadonlyMap<string, unknown>;
  /** The client's answers to calls of tools, as JSON. */
  readonly answers: ReadonlyMap<string, string>;
  close(): void;
}

/** The calls of the model. */
export interface Calling {
  /** Each with the argument of its call, or without: `modelCall` says how. */
  readonly tools: readonly string[];
  /** The client's prefix for the names of the server's tools. */
  readonly prefix: string;
  /** The client declares no tool of the server until the model has looked for it, but runs one that is called by its name. */
  readonly isDeferred?: boolean | undefined;
}

/** A client may send its first request before the server has started. Then the model calls a tool that doesn't exist, and so asks again. */
const patience = 30;
const protocols: readonly Protocol[] = [messages, responses, completions, gemini];

export async function loopbackModel({ tools, prefix, isDeferred = false }: Calling): Promise<LoopbackModel> {
  const declared = new Map<string, unknown>();
  const answers = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const protocol = protocols.find(({ path }) => request.url?.includes(path));
    const turn = protocol?.read(parsed(await text(request)), prefix);
    if (protocol === undefined || turn === undefined) {
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
      return;
    }
    for (const { name, schema } of turn.declared) declared.set(name, schema);
    for (const { id, answer } of turn.results) if (tools.includes(id)) answers.set(id, answer);
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of eventsOf(protocol, turn))
      response.write(`${event.type === undefined ? "" : `event: ${event.type}\n`}data: ${JSON.stringify(event)}\n\n`);
    response.end(protocol.end === undefined ? "" : `data: ${protocol.end}\n\n`);
  });
  const eventsOf = (protocol: Protocol, { declared: now, results }: Turn) => {
    const isReady = isDeferred || now.length > 0 || results.length > patience;
    if (!isReady) return protocol.call({ ...modelCall("wait_for_tools"), id: `wait_${results.length}` });
    const next = tools.find((tool) => results.every(({ id }) => id !== tool));
    return next === undefined ? protocol.say("Done.") : protocol.call(modelCall(next, prefix));
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    declared,
    answers,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}
