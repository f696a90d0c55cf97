import { spawn } from "node:child_process";
import fc from "fast-check";
import { expect, it } from "vitest";
import { StreamMessageReader, StreamMessageWriter } from "vscode-languageserver-protocol/node";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { program } from "../../kit/toolgen.js";

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

/** Sends messages to a server one after the other, and returns its answers and its exit code. */
async function session(messages: readonly { readonly method: string; readonly id?: number; readonly params?: unknown }[]) {
  const child = spawn(process.execPath, [program, "lsp", "--stdio"], { cwd: temporaryFolder(), stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [reader, writer] = [new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin)];
  const answers = new Map<number, Answer>();
  let settled = () => {};
  reader.listen((message) => {
    const answer = message as unknown as Answer;
    if (answer.id !== undefined) answers.set(answer.id, answer);
    settled();
  });
  for (const message of messages) {
    await writer.write({ jsonrpc: "2.0", ...message } as Parameters<typeof writer.write>[0]);
    const { id } = message;
    while (id !== undefined && !answers.has(id)) await new Promise<void>((resolve) => (settled = resolve));
  }
  child.stdin.end();
  return { answers, code: await ended };
}

const initialize = { method: "initialize", params: { processId: null, rootUri: null, capabilities: {} } };
const [notInitialized, invalid] = [-32002, -32600];

/** Requests and notifications in any order, known and unknown ones, with `exit` only at the end. */
const method = fc.constantFrom(
  "initialize",
  "initialized",
  "shutdown",
  "textDocument/hover",
  "textDocument/didClose",
  "workspace/symbol",
  "$/setTrace",
);
const isNotification = (name: string) => ["initialized", "textDocument/didClose", "$/setTrace"].includes(name);
const position = { textDocument: { uri: "file:///none/a.yaml" }, position: { line: 0, character: 0 } };

it("answers each request by the state of the server, whatever the order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(method, { minLength: 1, maxLength: 8 }), fc.boolean(), async (methods, exits) => {
      const messages = methods.map((name, i) => {
        const params = name === "initialize" ? initialize.params : name === "$/setTrace" ? { value: "off" } : position;
        return { method: name, ...(name === "shutdown" ? {} : { params }), ...(isNotification(name) ? {} : { id: i }) };
      });
      const { answers, code } = await session([...messages, ...(exits ? [{ method: "exit" }] : [])]);
      let state: "new" | "running" | "down" = "new";
      for (const { method: name, id } of messages) {
        if (id === undefined) continue;
        const error = answers.get(id)?.error?.code;
        if (state === "new" && name !== "initialize") expect(error, name).toBe(notInitialized);
        else if (state === "down" || (state === "running" && name === "initialize")) expect(error, name).toBe(invalid);
        else expect([undefined, -32601], name).toContain(error);
        if (state === "new" && name === "initialize") state = "running";
        else if (state === "running" && name === "shutdown") state = "down";
      }
      expect(code).toBe(state === "down" ? 0 : 1);
    }),
    { numRuns: 12 },
  );
});
