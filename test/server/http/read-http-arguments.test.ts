import { createHash } from "node:crypto";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readHttpArguments } from "../../../src/server/http/read-http-arguments.js";
import { readServerArguments } from "../../../src/server/serve/server-arguments.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const folder = temporaryFolder();
const tokens = join(folder, "tokens");
writeFileSync(tokens, `ci sha256:${createHash("sha256").update("secret").digest("hex")}\n`);

const oauth = { oauthIssuer: "https://login.example", oauthAudience: "https://tools.example/mcp" };

it("takes tokens of an authorization server where others reach it, under the name that clients have for it", () => {
  const args = ["--http", "0.0.0.0", "--oauth-issuer", oauth.oauthIssuer, "--oauth-audience", oauth.oauthAudience, "--oauth-scope", "mcp"];
  const { http } = readServerArguments(args);
  expect(http).toEqual({ http: "0.0.0.0", ...oauth, oauthScope: ["mcp"] });
  expect(readHttpArguments({ http: "0.0.0.0", ...oauth }, {})).toMatchObject({
    allowedHosts: ["tools.example"],
    oauth: { principal: "sub" },
  });
  expect(() => readServerArguments(["--oauth-issuer", "https://login.example"])).toThrow(
    "--oauth-issuer is for a server over HTTP: add --http.",
  );
});

it("listens where only this machine reaches it unless told otherwise", () => {
  expect(readServerArguments(["--http"]).http).toEqual({ http: true });
  expect(readServerArguments(["--http", "--client-asks"])).toEqual({ clientAsks: true, http: { http: true } });
  expect(readServerArguments(["--http", ":9000", "--sessions"]).http).toEqual({ http: ":9000", sessions: true });
  expect(readHttpArguments({ http: true }, {}).address).toEqual({ host: "127.0.0.1", port: 8848 });
});

it.each([
  ["0.0.0.0:8848", { http: "0.0.0.0:8848" }, {}, "callers must authenticate. Add --tokens FILE"],
  ["another machine's name", { http: "tools.example" }, {}, "callers must authenticate"],
  ["all addresses without a name", { http: "0.0.0.0", tokens }, {}, "Add --allow-host NAME"],
  ["no address", { http: "http://localhost" }, {}, "is not an address. Write --http HOST:PORT"],
  ["half of TLS", { http: true, tlsCert: tokens } as const, {}, "both --tls-cert FILE and --tls-key FILE"],
  ["two ways to name callers", { http: true, tokens, ...oauth } as const, {}, "Choose one of them"],
  ["a short key", { http: true } as const, { TOOLGEN_STATE_KEY: "short" }, "5 bytes and needs at least 32"],
  ["a file that is not there", { http: true, tokens: join(folder, "none") } as const, {}, "ENOENT"],
] as const)("refuses %s", (_what, args, env, message) => {
  expect(() => readHttpArguments(args, env)).toThrow(message);
});

it("refuses a key that others can read, and tokens that they can change", () => {
  const [key, cert, shared] = ["shared-key", "cert.pem", "shared-tokens"].map((name) => join(folder, name)) as [string, string, string];
  writeFileSync(key, `${"k".repeat(32)}\n`);
  writeFileSync(cert, "");
  writeFileSync(shared, "");
  chmodSync(key, 0o644);
  chmodSync(shared, 0o664);
  expect(() => readHttpArguments({ http: true }, { TOOLGEN_STATE_KEY_FILE: key })).toThrow(`Run: chmod go= ${key}`);
  expect(() => readHttpArguments({ http: true, tlsCert: cert, tlsKey: key }, {})).toThrow(`Run: chmod go= ${key}`);
  expect(() => readHttpArguments({ http: true, tokens: shared }, {})).toThrow(`Run: chmod go-w ${shared}`);
  chmodSync(key, 0o600);
  chmodSync(shared, 0o644);
  expect(readHttpArguments({ http: true, tlsCert: cert, tlsKey: key, tokens: shared }, {}).tls?.key.toString()).toContain("kkk");
});

it("reads the replicas' key from the environment or a file", () => {
  const key = "k".repeat(32);
  writeFileSync(join(folder, "key"), `${key}\n`, { mode: 0o600 });
  expect(readHttpArguments({ http: true }, { TOOLGEN_STATE_KEY: key }).key).toEqual(Buffer.from(key));
  expect(readHttpArguments({ http: true }, { TOOLGEN_STATE_KEY_FILE: join(folder, "key") }).key).toEqual(Buffer.from(key));
  expect(readHttpArguments({ http: "0.0.0.0", tokens, allowHost: ["tools.example"] }, {})).toMatchObject({
    allowedHosts: ["tools.example"],
  });
});

it("refuses empty options, which an unset variable leaves, and names that aren't hosts", () => {
  expect(() => readServerArguments(["--http", "--tokens", ""])).toThrow("--tokens is empty.");
  for (const name of ["tools.example:443", "*", "http://tools.example", ""])
    expect(() => readHttpArguments({ http: "0.0.0.0", tokens, allowHost: [name] }, {})).toThrow("is not a host name");
});

it("refuses options of HTTP without --http", () => {
  expect(() => readServerArguments(["--tokens", tokens])).toThrow("--tokens is for a server over HTTP: add --http.");
});

it("takes a Redis only with a key of all replicas, and never prints its password", () => {
  const at = (TOOLGEN_REDIS: string, more = {}) => readHttpArguments({ http: true }, { TOOLGEN_REDIS, ...more });
  const key = { TOOLGEN_STATE_KEY: "x".repeat(32) };
  expect(at("rediss://:secret@redis:6379/1", key)).toMatchObject({
    redis: { url: "rediss://:secret@redis:6379/1", key: Buffer.from("x".repeat(32)) },
  });
  expect(() => at("redis://127.0.0.1:6379")).toThrow("set TOOLGEN_STATE_KEY");
  expect(() => at(" ", key)).toThrow("TOOLGEN_REDIS is empty");
  expect(() => at("http://:secret@redis", key)).toThrow(/^TOOLGEN_REDIS is not an address((?!secret).)*$/);
});
