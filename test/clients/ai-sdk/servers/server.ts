import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A turn of the model behind a server: what it says, and the calls that it makes, whose arguments are texts as it writes them. */
export interface ScriptedTurn {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly json: string }[];
}

/** A conversation as a server is told it. */
export interface Told {
  /** Turns of the model. */
  readonly turns: number;
  /** The results of calls, in the order of the calls. */
  readonly results: readonly string[];
  /** Why an API would refuse this. */
  readonly problem?: string | undefined;
}

/** An API: how it is told a conversation, and how it streams an answer, as the data of server-sent events. */
export interface Api {
  readonly path: RegExp;
  /** How many of the data end an answer, and say that it has ended. */
  readonly tail: number;
  read(body: never): Told;
  write(turn: ScriptedTurn, number: number): readonly { readonly event?: string; readonly data: string }[];
}

export interface ScriptedServer {
  readonly url: string;
  /** The received requests. */
  readonly told: readonly Told[];
  /** The same, as it was sent. */
  readonly bodies: readonly string[];
  close(): Promise<void>;
}

/**
 * Serves a model on the loopback that does these turns. Which one is next is seen by the conversation, so that any process can go on with it; a
 * conversation that the API would refuse is refused. With `breaksOff` the first answer has no end: the connection is closed, or gone.
 */
export async function serve(api: Api, turns: readonly ScriptedTurn[], breaksOff?: "closed" | "destroyed"): Promise<ScriptedServer> {
  const told: Told[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const known = api.path.test(request.url ?? "")
      ? api.read(JSON.parse(body) as never)
      : { turns: 0, results: [], problem: "no such path" };
    told.push(known);
    bodies.push(body);
    const turn = turns[known.turns];
    const problem = known.problem ?? (turn === undefined ? "the conversation is over" : undefined);
    if (turn === undefined || problem !== undefined) {
      const error = { code: 400, status: "INVALID_ARGUMENT", type: "invalid_request_error", message: problem ?? "" };
      response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ type: "error", error }));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    const answer = api.write(turn, known.turns + 1);
    const whole = breaksOff === undefined || told.length > 1;
    for (const { event, data } of whole ? answer : answer.slice(0, -api.tail))
      response.write(`${event === undefined ? "" : `event: ${event}\n`}data: ${data}\n\n`);
    if (!whole && breaksOff === "destroyed") setImmediate(() => response.destroy());
    else response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    told,
    bodies,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A text in pieces, as models stream it. */
export const pieces = (text: string): readonly string[] => text.match(/[\s\S]{1,7}/g) ?? [];

/** Why an API would refuse results: each call must have one, in the message after it, and nothing else. */
export function problemOf(calls: readonly string[], answers: readonly string[]): string | undefined {
  return calls.join() === answers.join() ? undefined : `calls ${calls.join()} were answered by ${answers.join()}`;
}
