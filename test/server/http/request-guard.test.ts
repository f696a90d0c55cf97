import type { IncomingMessage, ServerResponse } from "node:http";
import fc from "fast-check";
import { expect, it } from "vitest";
import { requestGuard } from "../../../src/server/http/request-guard.js";

/** The status with which a guard refuses a request; `undefined` if the request may go on. */
function statusOf(host: string | undefined): number | undefined {
  const guard = requestGuard({ host: "127.0.0.1", port: 1 }, ["tools.example"]);
  const statuses: number[] = [];
  const response = { writeHead: (code: number) => statuses.push(code), end: () => {} };
  const headers = host === undefined ? {} : { host };
  const rawHeaders = host === undefined ? [] : ["Host", host];
  const mayGoOn = guard({ headers, rawHeaders } as unknown as IncomingMessage, response as unknown as ServerResponse);
  expect(mayGoOn).toBe(statuses.length === 0);
  return statuses[0];
}

const known = fc.constantFrom("localhost", "LOCALHOST", "127.0.0.1", "[::1]", "tools.example", "Tools.Example");
const port = fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined });
const text = fc.string({ minLength: 1, maxLength: 8 });

it("takes names and addresses of the server, with any port", () => {
  fc.assert(
    fc.property(known, port, (name, own) => {
      expect(statusOf(own === undefined ? name : `${name}:${own}`)).toBeUndefined();
    }),
  );
});

it("refuses a Host header in which a name of the server is only a part", () => {
  const around = fc.oneof(
    fc.tuple(text, known).map(([user, name]) => `${user}@${name}`),
    fc.tuple(text, text, known).map(([user, password, name]) => `${user}:${password}@${name}`),
    fc.tuple(known, fc.constantFrom("/", "?", "#", "\\", "%2f", "%00", " ", ",", ";"), text).map((parts) => parts.join("")),
    fc.tuple(known, fc.constantFrom("evil", "example", "0")).map(([name, more]) => `${name}.${more}`),
    fc.constantFrom("%6cocalhost", "localhost%2e", "ｌocalhost", "", "evil.example", "localhost:80:80", "localhost:x"),
  );
  const examples = ["evil@localhost", "evil:pw@localhost:80", "localhost/evil", "localhost\\@evil.example", "@localhost"];
  fc.assert(
    fc.property(around, (host) => {
      expect([400, 403], host).toContain(statusOf(host));
    }),
    { examples: examples.map((host) => [host]) },
  );
  expect(statusOf(undefined)).toBe(403);
});
