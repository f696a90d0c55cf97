import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { LookupAddress } from "node:dns";
import type { Socket } from "node:net";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { addressesIn } from "../../library/web/addresses.js";
import type { Resolve } from "../../src/call/http/private-address.js";
import { send } from "../../src/call/http/send-call.js";
import { webServer } from "../call/http/web-server.js";
import { repeat } from "../kit/repeat.js";
import { innerUrl } from "./addresses.js";

// Every socket with which this process would connect, and every one that has an address: what a request that is refused must not have.
let sockets = 0;
let connections = 0;
const count = (message: unknown) => {
  const { socket } = message as { readonly socket: Socket };
  sockets++;
  socket.on("connectionAttempt", () => connections++);
};
beforeEach(() => {
  sockets = 0;
  connections = 0;
  subscribe("net.client.socket", count);
});
afterEach(() => unsubscribe("net.client.socket", count));

const signal = new AbortController().signal;
const get = (url: string, options: { readonly allowPrivate?: readonly string[]; readonly resolve?: Resolve } = {}) =>
  send({ method: "GET", url, headers: {}, allowPrivate: options.allowPrivate ?? [] }, { timeoutMs: 60_000, signal, env: {}, ...options });

/** The addresses that `web_fetch` finds in a text; none where it says that there is none. */
function found(text: string): readonly string[] {
  try {
    return addressesIn(text);
  } catch {
    return [];
  }
}

/** Answers each name with the next of these lists; the last one stays. */
function resolving(...answers: readonly (readonly string[])[]): Resolve {
  let asked = 0;
  return (_host, _options, callback) => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? [];
    setImmediate(() =>
      callback(
        null,
        addresses.map((address): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 })),
      ),
    );
  };
}

it("would see a connection", async () => {
  const server = await webServer((_request, response) => response.end("reached"));
  expect(await get(server.url, { allowPrivate: ["127.0.0.1"] })).toMatchObject({ kind: "exited", code: 200 });
  expect([sockets, connections, server.seen.length]).toEqual([1, 1, 1]);
});

it("connects to no address of this machine or its networks, however it is written", async () => {
  const server = await webServer((_request, response) => response.end("reached"), "0.0.0.0");
  let asked = 0;
  // A name doesn't help either: its address turns out to be private.
  const resolve = resolving(["127.0.0.1"]);
  await fc.assert(
    fc.asyncProperty(innerUrl, async (text) => {
      const written = text.replace("PORT", String(server.port));
      for (const url of [written, ...found(written)]) {
        if (!URL.canParse(url)) continue;
        asked++;
        expect(await get(url, { resolve }), url).toMatchObject({ kind: "unstartable" });
      }
    }),
    { numRuns: repeat({ usual: 700, soak: 4_000, long: 20_000 }) },
  );
  expect([connections, server.seen]).toEqual([0, []]);
  expect(asked).toBeGreaterThan(500);
});

it("follows no redirect to such an address", async () => {
  const inside = await webServer((_request, response) => response.end("reached"), "127.0.0.2");
  let location = "";
  const outside = await webServer((_request, response) => response.writeHead(302, { location }).end());
  await fc.assert(
    fc.asyncProperty(innerUrl, async (text) => {
      const url = text.replace("PORT", String(inside.port));
      // What no header can hold, a server can't answer with; spaces around a header's value are no part of it.
      if (!URL.canParse(url)) return;
      location = encodeURI(url.trim()).replaceAll("%25", "%").replaceAll("%5B", "[").replaceAll("%5D", "]");
      const outcome = await get(`http://outside.example:${outside.port}/`, {
        allowPrivate: ["outside.example"],
        resolve: resolving(["127.0.0.1"]),
      });
      expect(outcome, location).toMatchObject({ kind: "unstartable" });
    }),
    { numRuns: repeat({ usual: 100, soak: 400, long: 2_000 }) },
  );
  expect(inside.seen).toEqual([]);
});

it("isn't misled by a name that resolves to other addresses from one time to the next", async () => {
  const inside = await webServer((_request, response) => response.end("reached"), "127.0.0.2");
  const address = fc.constantFrom("127.0.0.2", "10.0.0.1", "::1", "::ffff:127.0.0.2", "169.254.169.254", "fd00::1", "0.0.0.0");
  const open = fc.constantFrom("192.0.2.1", "127.0.0.1");
  await fc.assert(
    // The second answer would be asked for by who resolves a name again after the check.
    fc.asyncProperty(fc.array(open, { maxLength: 1 }), fc.array(address, { minLength: 1, maxLength: 3 }), async (before, inner) => {
      const outcome = await get(`http://moving.example:${inside.port}/`, { resolve: resolving([...before, ...inner], inner) });
      expect(outcome).toMatchObject({ kind: "unstartable" });
    }),
    { numRuns: repeat({ usual: 100, soak: 300, long: 1_000 }) },
  );
  expect([connections, inside.seen]).toEqual([0, []]);
});
