// An MCP server by hand that asks its client's user during calls. With `early`, it also asks as soon as it is connected.
import { createInterface } from "node:readline";

const [, , mode] = process.argv;
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const requestedSchema = {
  type: "object",
  properties: { name: { type: "string" }, days: { type: "integer", default: 30 } },
  required: ["name"],
};
const waiting = new Map();
let capabilities;

const ask = (id, use) => {
  waiting.set(id, use);
  send({ id, method: "elicitation/create", params: { message: "Who are you?", requestedSchema } });
};
const text = (value) => ({ content: [{ type: "text", text: JSON.stringify(value) }] });
let early = "not asked";

// It asks again whatever the answer is, at most 30 times.
const askAgain = (id, answers) =>
  ask(`question ${answers.length} of ${id}`, (answer) => {
    const all = [...answers, answer.action];
    if (all.length < 30) askAgain(id, all);
    else send({ id, result: text(all) });
  });

const calls = {
  ask_again: (id) => askAgain(id, []),
  ask: (id) => ask(`question of ${id}`, (answer) => send({ id, result: text(answer) })),
  ask_and_wait: (id) => ask(`question of ${id}`, () => {}),
  answer_later: (id) => setTimeout(() => send({ id, result: text("later") }), 200),
  capabilities: (id) => send({ id, result: text(capabilities) }),
  early: (id) => send({ id, result: text(early) }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === undefined) return waiting.get(id)?.(result ?? error);
  if (method === "initialize") {
    ({ capabilities } = params);
    const { protocolVersion } = params;
    send({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "asking", version: "1" } } });
  } else if (method === "notifications/initialized" && mode === "early")
    ask("too early", (answer) => {
      early = answer;
    });
  else if (method === "tools/list")
    send({ id, result: { tools: Object.keys(calls).map((name) => ({ name, inputSchema: { type: "object" } })) } });
  else if (method === "tools/call") calls[params.name](id);
});
