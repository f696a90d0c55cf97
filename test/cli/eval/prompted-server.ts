import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Api, ScriptedTurn } from "../../clients/ai-sdk/servers/server.js";

/** The answer to a prompt: a turn, an error of the provider, or nothing until the request is gone. */
export type PromptAnswer = ScriptedTurn | { readonly status: number; readonly message: string } | "silence";

export interface PromptedServer {
  readonly url: string;
  /** The bodies of the requests. */
  readonly bodies: readonly string[];
  close(): Promise<void>;
}

/** Serves a model on the loopback that answers each request by the prompt in it. `*` answers all others. */
export async function promptedServer(
  api: Api,
  answers: Readonly<Record<string, PromptAnswer | ((body: string) => PromptAnswer)>>,
): Promise<PromptedServer> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    bodies.push(body);
    const known = Object.keys(answers).find((prompt) => body.includes(JSON.stringify(prompt))) ?? "*";
    const scripted = answers[known] ?? { status: 400, message: "no such prompt" };
    const answer = typeof scripted === "function" ? scripted(body) : scripted;
    if (answer === "silence") return;
    if ("status" in answer) {
      const error = { code: answer.status, status: "FAILED", type: "error", message: answer.message };
      response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify({ type: "error", error }));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const { event, data } of api.write(answer, 1))
      response.write(`${event === undefined ? "" : `event: ${event}\n`}data: ${data}\n\n`);
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** A call as a model writes it. */
export const calling = (name: string, args: object): ScriptedTurn => ({ calls: [{ name, json: JSON.stringify(args) }] });
