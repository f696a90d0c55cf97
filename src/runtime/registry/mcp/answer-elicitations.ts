import type { Client } from "@modelcontextprotocol/client";
import type { AskForServer } from "./ask-for-server.js";
import type { AskingCalls } from "./asking-calls.js";
import type { ElicitationForm } from "./elicitation.js";

/** The capability of a client whose user can be asked. The SDK adds defaults of fields that an answer leaves out. */
export const elicitationCapability = { elicitation: { form: { applyDefaults: true } } };

/** Lets a client answer the questions of its server: those of requests, and those of results that require input. */
export function answerElicitations(client: Client, calls: AskingCalls, ask: AskForServer): void {
  client.setRequestHandler("elicitation/create", async ({ params }, { mcpReq }) => {
    // The SDK refuses the other mode, which sends users to an address: the client doesn't declare it.
    if (!("requestedSchema" in params)) return { action: "cancel" };
    const { message, requestedSchema } = params;
    const answer = await calls.ask(mcpReq.signal, (signal) =>
      ask({ message, requestedSchema: requestedSchema as ElicitationForm }, { signal }),
    );
    if (answer?.action !== "accept") return { action: answer?.action ?? "cancel" };
    const content = Object.entries(answer.content).map(([name, value]) => [name, isList(value) ? [...value] : value] as const);
    return { action: "accept", content: Object.fromEntries(content) };
  });
}

const isList = (value: unknown): value is readonly string[] => Array.isArray(value);
