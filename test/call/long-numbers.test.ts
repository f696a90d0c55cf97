import fc from "fast-check";
import { expect, it } from "vitest";
import { type ParsedParams, parseParams } from "../../src/call/call-arguments.js";
import { prepareCall } from "../../src/call/prepare-call.js";
import type { ToolDefinition } from "../../src/contract/definition.js";
import { parseMessage } from "../../src/server/transport/read-messages.js";
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

it("refuses what it can't keep apart, or keep", () => {
  const refusal = /^The number -?\d+ can't be passed on as it is written/;
  expect(sent(read('{"id":9007199254740993,"data":9007199254740992}'))).toEqual([expect.stringMatching(refusal)]);
  const items = [word(value("id"))];
  const handler: Partial<ToolDefinition> = {
    command: { program: "node", specDir: false, items, handler: { file: "a.cjs", export: "a" } as never },
  };
  const refused = prepareCall(toolWithRules(schema, handler), read('{"id":9007199254740993}'), context);
  expect(refused.ok || sentencesOf(refused)).toEqual([expect.stringMatching(refusal)]);
  expect(parseParams({ kind: "read", bytes: Buffer.from('{"id":1e999}') })).toMatchObject({ ok: false });
});

it("gives the digits to a command", () => {
  const command = { program: "echo", specDir: false, items: [word(value("id"))] };
  const prepared = prepareCall(toolWithRules(schema, { command }), read('{"id":9007199254740993}'), context);
  expect(prepared).toMatchObject({ ok: true, call: { args: ["9007199254740993"], params: { id: "9007199254740993" } } });
});
