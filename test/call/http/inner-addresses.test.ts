import type { LookupAddress } from "node:dns";
import { expect, it } from "vitest";
import type { Resolve } from "../../../src/call/http/private-address.js";
import { send } from "../../../src/call/http/send-call.js";
import type { PreparedRequest } from "../../../src/contract/request.js";
import { echo, optionsOf, ways, webServer } from "./web-server.js";

/** Resolves every name to one list of addresses after the other; the last one stays. */
function resolving(...answers: readonly (readonly string[])[]): { readonly resolve: Resolve; readonly asked: string[] } {
  const asked: string[] = [];
  const resolve: Resolve = (host, _options, callback) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(host);
    const found = addresses.map((address): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 }));
    setImmediate(() => callback(null, found));
  };
  return { resolve, asked };
}

const get = (url: string, allowPrivate: readonly string[] = []): PreparedRequest => ({ method: "GET", url, headers: {}, allowPrivate });

it.each([
  [["127.0.0.1"]],
  [["169.254.169.254"]],
  [["10.0.0.7"]],
  [["::1"]],
  [["::ffff:127.0.0.1"]],
  [["8.8.8.8", "127.0.0.1"]],
  [["fd00::1", "2606:4700::1"]],
])("refuses a name that resolves to %j, without connecting", async (addresses) => {
  for (const [, env] of ways) {
    const options = optionsOf(env);
    const server = await webServer(echo);
    const { resolve, asked } = resolving(addresses);
    const outcome = await send(get(`http://inner.example.org:${server.port}/`), { ...options, resolve });
    expect(outcome).toEqual({
      kind: "unstartable",
      message: expect.stringMatching(/^The request to inner\.example\.org:\d+ failed: .*no public address/),
    });
    expect(asked).toEqual(["inner.example.org"]);
    expect(server.seen).toEqual([]);
  }
});

it.each(ways)(
  "connects to the very address that was checked, and to a name that `allowPrivate` names wherever it is: %s",
  async (_, env) => {
    const options = optionsOf(env);
    const server = await webServer(echo);
    for (const allowed of ["127.0.0.1", "127.0.0.0/8", "inner.example.org"]) {
      const { resolve, asked } = resolving(["127.0.0.1"], ["127.0.0.9"]);
      const outcome = await send(get(`http://inner.example.org:${server.port}/x`, [allowed]), { ...options, resolve });
      expect(outcome).toMatchObject({ kind: "exited", code: 200 });
      expect(asked).toEqual(["inner.example.org"]);
    }
    expect(server.seen.map(({ headers }) => headers.host)).toEqual(Array(3).fill(`inner.example.org:${server.port}`));
  },
);

it.each(ways)("checks a name for each connection: one that has moved to a private address in between is refused: %s", async (_, env) => {
  const options = optionsOf(env);
  const inside = await webServer(echo, "127.0.0.2");
  const outside = await webServer((_request, response) => {
    response.writeHead(302, { location: `http://moving.example.org:${inside.port}/inner` }).end();
  });
  const { resolve, asked } = resolving(["127.0.0.1"], ["127.0.0.2"]);
  const outcome = await send(get(`http://moving.example.org:${outside.port}/`, ["127.0.0.1"]), { ...options, resolve });
  expect(outcome).toMatchObject({
    kind: "unstartable",
    message: expect.stringContaining("moving.example.org is at 127.0.0.2, no public address"),
  });
  expect(asked).toEqual(["moving.example.org", "moving.example.org"]);
  expect([outside.seen.length, inside.seen.length]).toEqual([1, 0]);
});

it.each([
  ...["http://127.0.0.2:PORT/", "http://2130706434:PORT/", "http://0x7f000002:PORT/", "http://0177.0.0.2:PORT/", "//127.0.0.2:PORT/"],
  ...[
    "http://[::ffff:127.0.0.2]:PORT/",
    "http://169.254.169.254/latest/meta-data/",
    "http://user:word@127.0.0.2:PORT/",
    "http://localhost.:1/",
  ],
])("refuses a redirect to %s", async (location) => {
  for (const [, env] of ways) {
    const options = optionsOf(env);
    const inside = await webServer(echo, "127.0.0.2");
    const outside = await webServer((_request, response) => {
      response.writeHead(307, { location: location.replace("PORT", String(inside.port)) }).end();
    });
    // Allowing the name, so that nothing but the redirect is judged.
    const { resolve } = resolving(["127.0.0.1"]);
    const outcome = await send(get(`http://outside.example.org:${outside.port}/`, ["outside.example.org"]), { ...options, resolve });
    expect(outcome).toMatchObject({ kind: "unstartable", message: expect.stringContaining("no public address") });
    expect([outside.seen.length, inside.seen.length]).toEqual([1, 0]);
  }
});

it.each(ways)("reports a name that doesn't exist: %s", async (_, env) => {
  const options = optionsOf(env);
  const resolve: Resolve = (_host, _options, callback) => callback(Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" }), []);
  expect(await send(get("https://nowhere.example.org/"), { ...options, resolve })).toEqual({
    kind: "unstartable",
    message: "The request to nowhere.example.org failed: no host has this name.",
  });
});
