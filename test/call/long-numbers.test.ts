import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type ParsedParams, parseParams } from "../../src/call/call-arguments.js";
import { argumentsHash } from "../../src/call/call-record.js";
import { prepareOrRefuse } from "../../src/call/execute-call.js";
import { prepareCall, repairAndValidate } from "../../src/call/prepare-call.js";
import { requestedCall } from "../../src/call/tool-index.js";
import type { ToolDefinition } from "../../src/contract/definition.js";
import type { JsonObject } from "../../src/contract/json-value.js";
import { parseMessage, withObjectArguments } from "../../src/server/transport/read-messages.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { value, word } from "./command/pieces.js";
import { toolWithRules } from "./repair/tool-with-rules.js";
import { sentencesOf } from "./sentences.js";

const folder = temporaryFolder();
const context = { workspace: folder, projectDir: folder, env: {} };
const schema = {
  properties: {
    id: { type: "integer" },
    ids: { type: "array", items: { type: "integer" } },
    data: {},
    note: { type: "string" },
    either: { type: ["integer", "string"], pattern: "^-?[0-9]{1,20}$" },
  },
};
const param = (name: string) => ({ kind: "value", ref: { from: "param", path: [name] } }) as const;
const names = Object.keys(schema.properties);
const http = {
  method: "POST",
  url: ["https://example.com/items/", value("id")],
  body: { kind: "json", value: { kind: "object", entries: names.map((name) => [name, param(name)] as const) } },
} as const;
const sending = toolWithRules(schema, { http, aliases: [{ target: ["id"], names: ["item_id"] }] });

const read = (json: string) => {
  const parsed: ParsedParams = parseParams({ kind: "read", bytes: Buffer.from(json) });
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
};

function sent(input: unknown) {
  const prepared = prepareCall(sending, input, context);
  if (!prepared.ok) return sentencesOf(prepared);
  const { url, body } = prepared.call.request ?? {};
  return { url, body: body?.kind === "json" ? body.text : undefined };
}

const long = fc.oneof(
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n }),
  fc.bigInt({ min: -(2n ** 63n), max: -(2n ** 53n) }),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 53n + 99n }),
);

it("keeps the digits of long whole numbers, from a model's text to the request", () => {
  fc.assert(
    fc.property(long, fc.constantFrom("id", "item_id", "Id"), (number, name) => {
      const body = `{"id":${number},"ids":[1,${number}],"data":{"deep":[${number},"${number}",0.5]},"either":${number}}`;
      const given = body.replace('"id"', `"${name}"`);
      for (const input of [read(given), parseCall(given)])
        expect(sent(input)).toEqual({ url: `https://example.com/items/${number}`, body });
    }),
  );
});

/** The arguments of a call over MCP. */
const parseCall = (json: string) =>
  (
    parseMessage(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":${json}}}`) as {
      readonly params: { readonly arguments: unknown };
    }
  ).params.arguments;

it("takes a text for a long number, and a number for a text of digits", () => {
  fc.assert(
    fc.property(long, (number) => {
      const body = (given: string) => sent(read(given));
      expect(body(`{"id":"${number}"}`)).toEqual({ url: `https://example.com/items/${number}`, body: `{"id":${number}}` });
      // A client that printed a double may have meant another number.
      fc.pre(String(Number(number)) !== String(number));
      expect(body(`{"id":"${number}","note":${number}}`)).toEqual({
        url: `https://example.com/items/${number}`,
        body: `{"id":${number},"note":"${number}"}`,
      });
    }),
  );
});

it("keeps the digits of a long number in another notation, wherever it can", () => {
  for (const number of ["9007199254740993.0", "90071992547409930e-1", "9007199254740.993e3"]) {
    const wanted = { url: "https://example.com/items/9007199254740993", body: '{"id":9007199254740993}' };
    for (const given of [parseCall(`{"id":${number}}`), `{"id":${number}}`, `{"id":${number},}`])
      expect(sent(given), number).toEqual(wanted);
  }
});

it("refuses what it can't keep apart, or keep", () => {
  expect(sent(read('{"id":9007199254740993,"data":9007199254740992}'))).toEqual([expect.stringMatching(refusal)]);
  const items = [word(value("id"))];
  const handler: Partial<ToolDefinition> = {
    command: { program: "node", specDir: false, items, handler: { file: "a.cjs", export: "a" } as never },
  };
  const refused = prepareCall(toolWithRules(schema, handler), read('{"id":9007199254740993}'), context);
  expect(refused.ok || sentencesOf(refused)).toEqual([expect.stringMatching(refusal)]);
  expect(parseParams({ kind: "read", bytes: Buffer.from('{"id":1e999}') })).toMatchObject({ ok: false });
});

const refusal = /^The number -?\d+ can't be passed on as it is written/;

it("compares digits with limits, and refuses a number where it can't", () => {
  const limited = (limits: JsonObject, number: bigint | string) =>
    repairAndValidate(toolWithRules({ properties: { n: limits } }, { http }), read(`{"n":${number}}`), context);
  for (const [limits, inside, outside] of [
    [{ enum: [2 ** 53, 5] }, 2n ** 53n, 2n ** 53n + 1n],
    [{ const: 2 ** 60 }, undefined, 2n ** 60n + 1n],
    [{ type: "integer", maximum: 2 ** 63 }, 2n ** 62n + 1n, 2n ** 63n + 92n],
    [{ type: "integer", exclusiveMaximum: 2 ** 63 }, 2n ** 62n + 1n, 2n ** 63n],
    [{ type: "integer", minimum: 2 ** 60 }, 2n ** 60n + 999n, 2n ** 60n - 1n],
    [{ type: "integer", multipleOf: 2 }, undefined, 2n ** 53n + 1n],
    [{ type: "integer", multipleOf: 10 }, undefined, 2n ** 63n + 1n],
    [{ type: "integer", minimum: 1, multipleOf: 1 }, 2n ** 53n + 1n, -(2n ** 53n) - 1n],
  ] as const) {
    expect(limited(limits as JsonObject, outside), `${JSON.stringify(limits)} ${outside}`).toMatchObject({ ok: false });
    if (inside !== undefined)
      expect(limited(limits as JsonObject, inside), `${JSON.stringify(limits)} ${inside}`).toMatchObject({ ok: true });
  }
  fc.assert(
    fc.property(long, long, fc.boolean(), (number, limit, isText) => {
      const given = isText ? `"${number}"` : `${number}`;
      for (const [limits, isMet] of [
        [{ maximum: Number(limit) }, number <= BigInt(Number(limit))],
        [{ exclusiveMinimum: Number(limit) }, number > BigInt(Number(limit))],
      ] as const)
        if (limited({ type: "integer", ...limits }, given).ok) expect(isMet).toBe(true);
    }),
  );
});

it("never gives a number the digits of another", () => {
  for (const given of ['{"id":9007199254740993,"data":9007199254740992.0}', '{"id":9007199254740993,"data":[9007199254740992]}'])
    expect(sent(read(given))).toEqual([expect.stringMatching(refusal)]);
  const withDefault = toolWithRules({ properties: { id: { type: "integer" }, n: { type: "number", default: 2 ** 53 } } }, { http });
  expect(repairAndValidate(withDefault, read('{"id":9007199254740993}'), context)).toMatchObject({ ok: false });
});

it("refuses a long number that a condition of the risk speaks of", () => {
  const command = { program: "echo", specDir: false, items: [word(value("id"))] };
  const rule = { level: "dangerous", requiresConfirmation: true } as const;
  const last = { when: [], level: "safe", requiresConfirmation: false } as const;
  const decided = (param: string) => {
    const rules = [{ ...rule, when: [{ param, fits: { minimum: 1000 } }] }, last];
    return prepareOrRefuse(toolWithRules(schema, { command, risk: { ...rule, rules } }), read('{"id":9007199254740993}'), context);
  };
  expect(decided("id")).toMatchObject({ ok: false, refused: { refusal: { problems: [{ code: "long-number" }] } } });
  expect(decided("note")).toMatchObject({ ok: true, call: { args: ["9007199254740993"] } });
});

it("reads arguments that are a JSON text, alone and in a batch", () => {
  const call = (given: unknown) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":${typeof given === "string" ? given : JSON.stringify(given)}}}`;
  const argumentsOf = (message: unknown) => (message as { readonly params: { readonly arguments: unknown } }).params.arguments;
  const url = "https://example.com/items/9007199254740993";
  const text = withObjectArguments(parseMessage(call(JSON.stringify('{"id":9007199254740993}'))));
  expect(sent(argumentsOf(text))).toMatchObject({ url });
  const batch = parseMessage(`[${call({})},${call('{"id":9007199254740993}')},{"method":"x","params":{"n":9007199254740993}}]`);
  expect(sent(argumentsOf((batch as unknown[])[1]))).toMatchObject({ url });
  expect((batch as unknown[])[2]).toEqual({ method: "x", params: { n: 2 ** 53 } });
});

it("reads them in every text that a call can be wrapped in", () => {
  const wrappers: readonly ((json: string) => string)[] = [
    (json) => JSON.stringify(json),
    (json) => `{"arguments":${json}}`,
    (json) => JSON.stringify({ arguments: json }),
    (json) => JSON.stringify({ input: json }),
    (json) => `[${json}]`,
    (json) => JSON.stringify(`\`\`\`json\n${json}\n\`\`\``),
    (json) => JSON.stringify(`The call:\n${json}`),
    (json) => JSON.stringify(json.replace(/\}$/, ",}")),
    (json) => JSON.stringify(json.replace('"note"', "'note'")),
    (json) => JSON.stringify(JSON.stringify(json).slice(1, -1)),
  ];
  fc.assert(
    fc.property(long, fc.constantFrom(...wrappers), fc.constantFrom(...wrappers), fc.boolean(), (number, wrapper, outer, isTwice) => {
      const json = `{"id":${number},"ids":[${number},7],"note":"it's ${number}"}`;
      const once = wrapper(json);
      fc.pre(!isTwice || once.startsWith("{"));
      expect(sent(read(isTwice ? outer(once) : once))).toEqual({ url: `https://example.com/items/${number}`, body: json });
    }),
  );
  fc.assert(
    fc.property(long, fc.constantFrom('"', "'"), (number, quote) => {
      const { body } = sent(read(`{"id":1,"ids":"[${number}, 5]","note":"${quote === "'" ? quote : ""}${number}"}`)) as {
        readonly body: string;
      };
      expect(body).toBe(`{"id":1,"ids":[${number},5],"note":"${quote === "'" ? quote : ""}${number}"}`);
    }),
  );
});

it("names the number, and not the JSON, where a tool can't get it", () => {
  const command = { program: "node", specDir: false, items: [], handler: { file: "a.cjs", export: "a" } as never };
  for (const text of ['{"id":9007199254740993}', '```json\n{"id":9007199254740993}\n```', '{"arguments":"{\\"id\\":9007199254740993,}"}']) {
    const refused = prepareCall(toolWithRules(schema, { command }), text, context);
    expect(refused.ok || sentencesOf(refused)).toEqual([expect.stringMatching(refusal)]);
  }
});

it("marks arguments alone, and takes nothing but digits for a number", () => {
  const message = parseMessage(
    '{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/call","params":{"name":9007199254740993,"arguments":{"id":9007199254740993}}}',
  ) as { readonly id: unknown; readonly params: { readonly name: unknown; readonly arguments: { readonly id: string } } };
  expect([message.id, message.params.name]).toEqual([2 ** 53, 2 ** 53]);
  const mark = message.params.arguments.id.replace(/9007199254740993$/, "");
  expect(requestedCall({ name: "call_tool", arguments: { name: `${mark}9007199254740993` } })).toMatchObject({ name: "call_tool" });
  for (const text of ["0x1F", "\n5\n", " 7", "1e3", "", "--x", "5", "007", "12345678901234567890 "]) {
    expect(sent({ id: 1, note: `${mark}${text}` })).toMatchObject({ body: JSON.stringify({ id: 1, note: text }) });
    expect(JSON.stringify(sent({ id: `${mark}${text}x` }))).not.toContain(mark);
  }
});

it("hashes the digits", () => {
  const hash = createHash("sha256").update('{"id":9007199254740993}').digest("hex");
  expect(argumentsHash(read('{"id":9007199254740993}'))).toBe(hash);
});

it("gives the digits to a command", () => {
  const command = { program: "echo", specDir: false, items: [word(value("id"))] };
  const prepared = prepareCall(toolWithRules(schema, { command }), read('{"id":9007199254740993}'), context);
  expect(prepared).toMatchObject({ ok: true, call: { args: ["9007199254740993"], params: { id: "9007199254740993" } } });
});
