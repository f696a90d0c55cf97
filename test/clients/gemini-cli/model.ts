import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A call that the model makes. */
export interface Call {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The program's declaration of a tool to the model. */
export interface Declaration {
  readonly name: string;
  readonly description: string;
  readonly parametersJsonSchema: Readonly<Record<string, unknown>>;
}

/** A call of the model's last turn, and what the program answers it with. */
interface Answered extends Call {
  readonly response: Readonly<Record<string, unknown>>;
}

/** The calls of a turn, or what makes them of the answers to the turn before. */
export type Turn = readonly Call[] | ((answered: readonly Answered[]) => readonly Call[]);

/** A request for the next turn of the conversation. */
export interface Asked {
  readonly declarations: readonly Declaration[];
  readonly answered: readonly Answered[];
}

/** A model on loopback that speaks as the Gemini API does, turn after turn from a script. */
export interface Model {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** Requests for what there is no answer to, as `METHOD PATH`. */
  readonly unknown: readonly string[];
  stop(): void;
}

interface Part {
  readonly functionCall?: Call & { readonly id: string };
  readonly functionResponse?: { readonly id: string; readonly response: Readonly<Record<string, unknown>> };
}

interface Body {
  readonly contents: readonly { readonly parts: readonly Part[] }[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly Declaration[] }[];
}

/** Starts a model that makes the calls of each turn, and says "done" when there are no more turns. */
export async function startModel(turns: readonly Turn[]): Promise<Model> {
  const asked: Asked[] = [];
  const unknown: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const path = request.url ?? "";
    if (path.endsWith(":streamGenerateContent?alt=sse")) {
      const turn = turns[asked.length];
      const now = understand(JSON.parse(body));
      asked.push(now);
      const calls = typeof turn === "function" ? turn(now.answered) : turn;
      response.setHeader("content-type", "text/event-stream");
      response.end(`data: ${JSON.stringify(said(calls?.map((functionCall) => ({ functionCall })) ?? [{ text: "done" }]))}\n\n`);
      return;
    }
    response.setHeader("content-type", "application/json");
    // The program has a small model judge the task, and picks the large one by its answer.
    const isRouting = path.endsWith(":generateContent") && body.includes("complexity_score");
    if (!isRouting) unknown.push(`${request.method} ${path}`);
    response.statusCode = isRouting ? 200 : 404;
    response.end(JSON.stringify(isRouting ? said([{ text: '{ "complexity_reasoning": "Short.", "complexity_score": 10 }' }]) : {}));
  };
  const server = createServer((request, response) => void answer(request, response).catch((error) => response.destroy(error)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, asked, unknown, stop };
}

function said(parts: readonly object[]): object {
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  return { candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }], usageMetadata };
}

function understand({ contents, tools = [] }: Body): Asked {
  const answers = contents.at(-1)?.parts.flatMap((part) => part.functionResponse ?? []) ?? [];
  const calls = new Map(contents.flatMap(({ parts }) => parts.flatMap(({ functionCall: call }) => (call ? [[call.id, call]] : []))));
  return {
    declarations: tools.flatMap((tool) => tool.functionDeclarations ?? []),
    answered: answers.map(({ id, response }) => {
      const call = calls.get(id);
      if (call === undefined) throw new Error(`the program answers ${id}, which no call has`);
      return { name: call.name, args: call.args, response };
    }),
  };
}
