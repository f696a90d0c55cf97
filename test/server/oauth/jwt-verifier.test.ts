import { UnsecuredJWT } from "jose";
import { afterEach, expect, it, vi } from "vitest";
import { jwtVerifier } from "../../../src/server/http/jwt-verifier.js";
import { type Issuer, newKey, startIssuer, type TokenParts } from "../http/issuer.js";

const audience = "https://tools.example/mcp";
const logged: string[] = [];

function verifierOf(issuer: Issuer, more: { readonly jwks?: string } = {}) {
  logged.length = 0;
  return jwtVerifier({ issuer: issuer.url, audience, toleranceSeconds: 30, log: (line) => logged.push(line), ...more });
}

/** An issuer, and a verifier of its tokens. */
async function startVerified() {
  const issuer = await startIssuer({ audience });
  return { issuer, verify: verifierOf(issuer) };
}

/** The verifier of an issuer that no longer answers, a token that it accepted, and a stopped clock. */
async function startSilenced() {
  stopClock();
  const { issuer, verify } = await startVerified();
  const token = await issuer.token({ expires: "5h" });
  expect(await verify(token)).toMatchObject({ kind: "valid" });
  issuer.status = 503;
  return { verify, token };
}

const minute = 60_000;
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
/** Only the clock: requests go on. */
const stopClock = () => vi.useFakeTimers({ toFake: ["Date"] });
afterEach(() => void vi.useRealTimers());

const keyRequests = ({ requests }: Issuer) => requests.filter((path) => path === "/keys").length;

it("accepts its issuer's tokens for its audience, and returns their claims", async () => {
  const { issuer, verify } = await startVerified();
  expect(await verify(await issuer.token())).toMatchObject({ kind: "valid", claims: { sub: "alice" } });
  expect(await verify(await issuer.token({ claims: { aud: ["https://other.example", audience] } }))).toMatchObject({ kind: "valid" });
});

it.each([
  ["expired", { expires: "-1m" }, "expired"],
  ["from another issuer", { claims: { iss: "https://evil.example" } }, "claim iss"],
  ["for another audience", { claims: { aud: "https://other.example" } }, "claim aud"],
  ["for no audience", { claims: { aud: [] } }, "claim aud"],
  ["not valid yet", { claims: { nbf: Math.floor(Date.now() / 1000) + 3600 } }, "claim nbf"],
] as const satisfies readonly (readonly [string, TokenParts, string])[])(
  "refuses a token that is %s",
  async (_what, parts: TokenParts, message) => {
    const { issuer, verify } = await startVerified();
    expect(await verify(await issuer.token(parts))).toEqual({ kind: "invalid", message: expect.stringContaining(message) });
  },
);

it.each([
  { jkt: "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I" },
  { "x5t#S256": "bwcK0esc3ACC3DB2Y5_lESsXE8o9ltc05O89jdN-dg2" },
  {},
  null,
  "",
])("refuses a token that is bound to a key, whose proof it doesn't check: %j", async (cnf) => {
  const { issuer, verify } = await startVerified();
  expect(await verify(await issuer.token({ claims: { cnf } }))).toEqual({
    kind: "invalid",
    message: expect.stringContaining("bound to a key"),
  });
});

it("refuses tokens without a good signature, and those that never expire", async () => {
  const { issuer, verify } = await startVerified();
  const stranger = await newKey("first");
  const [head, , signature] = (await issuer.token()).split(".");
  const forged = Buffer.from(JSON.stringify({ iss: issuer.url, aud: audience, sub: "root", exp: 4_000_000_000 })).toString("base64url");
  const unsigned = new UnsecuredJWT({ sub: "alice" }).setIssuer(issuer.url).setAudience(audience).setExpirationTime("5m").encode();
  const hmac = Buffer.from(JSON.stringify({ alg: "HS256", kid: "first" })).toString("base64url");
  for (const token of [
    await issuer.token({ key: stranger }),
    `${head}.${forged}.${signature}`,
    unsigned,
    `${hmac}.${forged}.${signature}`,
    "x",
    "a.b.c",
    "",
  ])
    expect(await verify(token), token).toMatchObject({ kind: "invalid" });
  const { SignJWT } = await import("jose");
  const [first] = issuer.keys;
  if (first === undefined) throw new Error("an issuer has a key");
  const endless = await new SignJWT({ iss: issuer.url, aud: audience, sub: "alice" })
    .setProtectedHeader({ alg: "ES256", kid: "first" })
    .sign(first.privateKey);
  expect(await verify(endless)).toMatchObject({ kind: "invalid", message: expect.stringContaining("claim exp") });
});

it("refuses what is signed as something else than an access token", async () => {
  const { issuer, verify } = await startVerified();
  for (const type of ["logout+jwt", "secevent+jwt", "application/Logout+JWT", "dpop+jwt"])
    expect(await verify(await issuer.token({ type })), type).toEqual({
      kind: "invalid",
      message: expect.stringContaining("no access token"),
    });
  for (const type of ["at+jwt", "JWT", "application/at+JWT"])
    expect(await verify(await issuer.token({ type })), type).toMatchObject({ kind: "valid" });
});

it("accepts clocks that differ by half a minute, and not by a minute", async () => {
  const { issuer, verify } = await startVerified();
  const now = Math.floor(Date.now() / 1000);
  expect(await verify(await issuer.token({ expires: now - 20 }))).toMatchObject({ kind: "valid" });
  expect(await verify(await issuer.token({ expires: now - 60 }))).toMatchObject({ kind: "invalid" });
  expect(await verify(await issuer.token({ claims: { nbf: now + 10 } }))).toMatchObject({ kind: "valid" });
});

it("reads the keys once for many tokens, and again after ten minutes", async () => {
  stopClock();
  const { issuer, verify } = await startVerified();
  const tokens = await Promise.all(Array.from({ length: 8 }, () => issuer.token({ expires: "2h" })));
  for (const verified of await Promise.all(tokens.map(verify))) expect(verified.kind).toBe("valid");
  expect(keyRequests(issuer)).toBe(1);
  later(11 * minute);
  issuer.keys = [await newKey("second")];
  expect(await verify(tokens[0] ?? "")).toMatchObject({ kind: "invalid" });
  expect(keyRequests(issuer)).toBe(2);
});

it("follows an issuer that changes its keys, and reads them no more than each half minute for unknown ones", async () => {
  stopClock();
  const { issuer, verify } = await startVerified();
  expect(await verify(await issuer.token())).toMatchObject({ kind: "valid" });
  const second = await newKey("second");
  issuer.keys = [...issuer.keys, second];
  later(minute);
  expect(await verify(await issuer.token({ key: second }))).toMatchObject({ kind: "valid" });
  expect(keyRequests(issuer)).toBe(2);
  // Anybody can name keys that don't exist.
  for (let i = 0; i < 20; i++)
    expect(await verify(await issuer.token({ key: await newKey(`made-up-${i}`) }))).toMatchObject({ kind: "invalid" });
  expect(keyRequests(issuer)).toBe(2);
});

it("says that the keys can't be read, and leaves the issuer alone for a while", async () => {
  stopClock();
  const issuer = await startIssuer({ audience });
  issuer.status = 500;
  const verify = verifierOf(issuer);
  const token = await issuer.token();
  for (let i = 0; i < 20; i++) expect(await verify(token)).toMatchObject({ kind: "unavailable" });
  const asked = issuer.requests.length;
  // The metadata at both of its addresses, once.
  expect(asked).toBe(2);
  expect(logged).toEqual([expect.stringContaining("status 500")]);
  issuer.status = 200;
  later(minute);
  expect(await verify(token)).toMatchObject({ kind: "valid" });
});

it("goes on with the last keys while the issuer doesn't answer, for an hour", async () => {
  const { verify, token } = await startSilenced();
  later(45 * minute);
  expect(await verify(token)).toMatchObject({ kind: "valid" });
  later(6 * minute);
  expect(await verify(token)).toMatchObject({ kind: "valid" });
  later(10 * minute);
  expect(await verify(token)).toMatchObject({ kind: "unavailable" });
});

it("uses the last keys for no longer than an hour, whenever they were passed on", async () => {
  const { verify, token } = await startSilenced();
  later(59 * minute);
  await verify(token);
  later(2 * minute);
  expect(await verify(token)).toMatchObject({ kind: "unavailable" });
});

it("takes keys from a given address, and none from metadata of another issuer", async () => {
  const issuer = await startIssuer({ audience });
  expect(await verifierOf(issuer, { jwks: `${issuer.url}/keys` })(await issuer.token())).toMatchObject({ kind: "valid" });
  expect(issuer.requests).toEqual(["/keys"]);
  const named = { ...issuer, url: `${issuer.url}/` };
  expect(await verifierOf(named)(await issuer.token())).toMatchObject({ kind: "unavailable" });
  expect(logged[0]).toContain(`is the metadata of "${issuer.url}"`);
});
