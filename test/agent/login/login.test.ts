import { chmodSync, linkSync, mkdirSync, readdirSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { authFetch } from "../../../src/agent/auth-fetch.js";
import { storedAuthorization } from "../../../src/agent/login/client-authorization.js";
import { knownScopes, loginCommand, unitedScopes } from "../../../src/agent/login/login-required.js";
import { refreshLogin } from "../../../src/agent/login/refresh-login.js";
import { isSecure } from "../../../src/agent/mcp-connection.js";
import {
  loginFile,
  readLogin,
  removeLogin,
  type StoredLogin,
  serverKey,
  withLoginLock,
  writeLogin,
} from "../../../src/agent/stored-login.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const never = new AbortController().signal;

const login: StoredLogin = {
  server: "https://tools.example.org/mcp",
  issuer: "https://login.example.org",
  tokenEndpoint: "https://login.example.org/token",
  authMethods: ["none"],
  client: { id: "me" },
  accessToken: "an access token",
  refreshToken: "a refresh token",
};

/** The file of a login in a fresh home folder. */
function freshFile(server = login.server): string {
  const file = loginFile(server, { HOME: temporaryFolder() });
  if (file === undefined) throw new Error("There is a home folder.");
  return file;
}

async function served(listener: RequestListener): Promise<URL> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise((resolve) => server.once("listening", resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}

it("finds a login by the server's address, whatever its fragment and the case of its host", () => {
  expect(serverKey("HTTPS://Tools.Example.org:443/mcp?a=1#b")).toBe("https://tools.example.org/mcp?a=1");
  const env = { XDG_STATE_HOME: "/state" };
  expect(loginFile("https://tools.example.org/mcp#x", env)).toBe(loginFile(login.server, env));
  expect(loginFile("https://tools.example.org/mcp/", env)).not.toBe(loginFile(login.server, env));
  expect(loginFile(login.server, env)).toMatch(/^\/state\/toolgen\/logins\/[0-9a-f]{32}\.json$/);
  expect(loginFile(login.server, {})).toBeUndefined();
});

it("prints a command that a shell passes on as it is, whatever a server calls its scopes", () => {
  expect(loginCommand({ url: "https://tools.example.org/mcp" })).toBe("toolgen login https://tools.example.org/mcp");
  const oauth = { clientId: "it's me", clientSecretEnv: "SECRET", redirectPort: 8765, scopes: ["a", "b:c"] };
  expect(loginCommand({ url: "https://tools.example.org/mcp?a=1&b=2", oauth })).toBe(
    "toolgen login 'https://tools.example.org/mcp?a=1&b=2' --client-id 'it'\\''s me' --client-secret-env SECRET --port 8765 --scope 'a b:c'",
  );
  const hostile = "a';rm$IFS-rf$IFS/;' \u001b[2J \"quoted\" ok";
  expect(knownScopes(hostile)).toBe("a';rm$IFS-rf$IFS/;' ok");
  expect(loginCommand({ url: login.server }, hostile)).toContain("--scope 'a'\\'';rm$IFS-rf$IFS/;'\\'' ok'");
  expect(unitedScopes("a b", undefined, "b c")).toBe("a b c");
  expect(knownScopes("x ".repeat(1000)).split(" ")).toHaveLength(50);
});

it("writes a login for its user alone, reads it and removes it", () => {
  const file = freshFile();
  expect(readLogin(file)).toBeUndefined();
  expect(removeLogin(file)).toBe(false);
  writeLogin(file, login);
  expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
  writeLogin(file, { ...login, accessToken: "another" });
  expect(readLogin(file)).toEqual({ ...login, accessToken: "another" });
  expect(readdirSync(dirname(file))).toHaveLength(1);
  expect(removeLogin(file)).toBe(true);
  expect(readLogin(file)).toBeUndefined();
});

it.each<[string, (file: string) => void, string]>([
  ["a link", (file) => [renameSync(file, `${file}.x`), symlinkSync(`${file}.x`, file)], "is a link"],
  ["a second name of another file", (file) => linkSync(file, `${file}.x`), "is a link"],
  ["readable by others", (file) => chmodSync(file, 0o640), "is accessible to other users"],
  ["in a folder that others can enter", (file) => chmodSync(dirname(file), 0o755), "Run: chmod 700"],
  [
    "in a linked folder",
    (file) => [renameSync(dirname(file), `${dirname(file)}-x`), symlinkSync(`${dirname(file)}-x`, dirname(file))],
    "not a folder, or a link",
  ],
  ["not a login", (file) => writeFileSync(file, "{}"), "is not a login"],
  ["cut off", (file) => writeFileSync(file, '{"server":'), "is not a login"],
])("refuses a login that is %s", (_, change, reason) => {
  const file = freshFile();
  writeLogin(file, login);
  change(file);
  expect(() => readLogin(file)).toThrow(reason);
});

it("writes nothing through a link", () => {
  const file = freshFile();
  const elsewhere = join(temporaryFolder(), "elsewhere.json");
  writeFileSync(elsewhere, "mine", { mode: 0o600 });
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  symlinkSync(elsewhere, file);
  expect(() => writeLogin(file, login)).toThrow("is a link");
});

it("lets one at a time work on a login", async () => {
  const file = freshFile();
  const order: string[] = [];
  const work = (name: string) =>
    withLoginLock(file, never, async () => {
      order.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(`${name} ends`);
    });
  await Promise.all([work("a"), work("b")]);
  expect([order.slice(0, 2), order.slice(2)].map(([begin, end]) => [begin?.[0], end])).toEqual([
    [order[0]?.[0], `${order[0]?.[0]} ends`],
    [order[2]?.[0], `${order[2]?.[0]} ends`],
  ]);
  await withLoginLock(file, never, async () => {
    await expect(withLoginLock(file, AbortSignal.abort(), async () => {})).rejects.toThrow("aborted");
  });
});

it("allows HTTPS alone, and HTTP between programs of this machine", () => {
  const remote = new URL("https://tools.example.org/mcp");
  const local = new URL("http://127.0.0.1:8848/mcp");
  for (const address of ["https://login.example.org/token", "https://127.0.0.1/token"])
    expect(isSecure(new URL(address), remote)).toBe(true);
  for (const address of [
    "http://login.example.org",
    "http://169.254.169.254/latest",
    "http://127.0.0.1:80",
    "ftp://login.example.org",
    "file:///etc/passwd",
  ])
    expect(isSecure(new URL(address), remote)).toBe(false);
  expect(isSecure(new URL("http://localhost:9000/token"), local)).toBe(true);
  expect(isSecure(new URL("http://127.0.0.1.example.org/token"), local)).toBe(false);
});

it("sends the headers of the settings to the server's own origin, and no request to an address without TLS", async () => {
  const seen: unknown[] = [];
  const listener: RequestListener = ({ headers }, response) => {
    seen.push(headers["x-gateway"]);
    response.end();
  };
  const [server, other] = [await served(listener), await served(listener)];
  const fetchFn = authFetch({ server, headers: { "x-gateway": "own" }, signal: never });
  for (const url of [server, other]) await (await fetchFn(url)).text();
  await (await fetchFn(server, { headers: { "x-gateway": "the request's" } })).text();
  expect(seen).toEqual(["own", undefined, "the request's"]);
  await expect(fetchFn("http://192.0.2.1/token")).rejects.toThrow("not https: http://192.0.2.1.");
  await expect(authFetch({ server: new URL(login.server), signal: never })(other)).rejects.toThrow("not https");
  expect(seen).toHaveLength(3);
});

it("knows the login of a request that is refused while another one reads it", async () => {
  const env = { HOME: temporaryFolder() };
  const file = loginFile(login.server, env) ?? "";
  const refused = { response: new Response(null, { status: 401 }) };
  const authorization = storedAuthorization({ url: login.server }, env);
  await expect(authorization.onUnauthorized(refused)).rejects.toThrow("It requires a login.");
  writeLogin(file, login);
  expect(await authorization.token()).toBe(login.accessToken);
  // Another program has refreshed it.
  writeLogin(file, { ...login, accessToken: "another one" });
  const other = authorization.token();
  await authorization.onUnauthorized(refused);
  expect(await other).toBe("another one");
  removeLogin(file);
  expect(await authorization.token()).toBeUndefined();
  await expect(authorization.onUnauthorized(refused)).rejects.toThrow("It requires a login.");
});

it.each<[string, number, string, string]>([
  ["an answer that isn't JSON", 200, "the secret token", "sent an invalid answer|not what OAuth expects"],
  ["an error page", 500, "<p>the secret token</p>", "failed \\(server_error\\)"],
  ["an OAuth error", 400, '{"error":"temporarily_unavailable","error_description":"later"}', '"temporarily_unavailable", "later"'],
])("keeps a login whose refresh got %s, and shows no answer that could contain a token", async (_, status, body, reason) => {
  const server = await served((_request, response) => response.writeHead(status, { "content-type": "application/json" }).end(body));
  const own = { ...login, server: server.href, issuer: server.origin, tokenEndpoint: server.href };
  const file = freshFile(server.href);
  writeLogin(file, own);
  const failure = await refreshLogin({ url: server, file, env: {}, used: own.accessToken }).catch((error: unknown) => String(error));
  expect(failure).toMatch(new RegExp(reason));
  expect(failure).not.toContain("secret token");
  expect(readLogin(file)).toEqual(own);
});
