import { generateKeyPairSync } from "node:crypto";
import { chmodSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { SdkErrorCode, SdkHttpError } from "@modelcontextprotocol/client";
import { createLocalJWKSet, exportJWK, jwtVerify } from "jose";
import { expect, it, onTestFinished } from "vitest";
import { storedAuthorization } from "../../../src/agent/login/client-authorization.js";
import { deniedAccess } from "../../../src/agent/login/login-required.js";
import type { McpOAuthSettings } from "../../../src/agent/mcp-connection.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(handle).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const json = (response: ServerResponse, body: object, status = 200) =>
  void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

/** An authorization server that knows one client, and the requests for tokens that it got. */
async function startIssuer({ seconds = 3600 } = {}) {
  const asked: { readonly authorization: string | undefined; readonly body: URLSearchParams }[] = [];
  const url = await listen(async (request, response) => {
    const issuer = `http://${request.headers.host}`;
    if (request.url?.startsWith("/.well-known/"))
      return json(response, {
        issuer,
        token_endpoint: `${issuer}/token`,
        authorization_endpoint: `${issuer}/authorize`,
        response_types_supported: ["code"],
        grant_types_supported: ["client_credentials"],
        token_endpoint_auth_methods_supported: ["client_secret_basic"],
      });
    const { authorization } = request.headers;
    asked.push({ authorization, body: new URLSearchParams(await text(request)) });
    const isKnown = authorization === `Basic ${Buffer.from("job:a secret").toString("base64")}`;
    if (isKnown) json(response, { access_token: `token ${asked.length}`, token_type: "Bearer", expires_in: seconds });
    else json(response, { error: "invalid_client" }, 401);
  });
  return { url, asked };
}

/** An MCP server that names an authorization server, and the client of its settings. */
async function startGuarded(named: string, oauth: McpOAuthSettings, env: Readonly<Record<string, string>> = { SECRET: "a secret" }) {
  const url = await listen((request, response) =>
    request.url?.startsWith("/.well-known/oauth-protected-resource")
      ? json(response, { resource: `http://${request.headers.host}/mcp`, authorization_servers: [named] })
      : void response.writeHead(404).end(),
  );
  const authorization = storedAuthorization({ url: `${url}/mcp`, oauth: { grant: "client_credentials", ...oauth } }, env);
  const refuse = () => authorization.onUnauthorized({ response: new Response("", { status: 401 }) });
  return { url: `${url}/mcp`, authorization, refuse };
}

const client = { clientId: "job", clientSecretEnv: "SECRET" };

it("gets a token with a client's secret once the server refuses a request, and another one when it is refused", async () => {
  const { url: issuer, asked } = await startIssuer();
  const { url, authorization, refuse } = await startGuarded(issuer, { ...client, issuer, scopes: ["read", "write"] });
  expect(await authorization.token()).toBeUndefined();
  await refuse();
  expect([await authorization.token(), await authorization.token()]).toEqual(["token 1", "token 1"]);
  expect(Object.fromEntries(asked[0]?.body ?? [])).toEqual({ grant_type: "client_credentials", scope: "read write", resource: url });
  await refuse();
  expect(await authorization.token()).toBe("token 2");
});

it("replaces a token that has expired before it is used", async () => {
  const { url: issuer } = await startIssuer({ seconds: 0 });
  const { authorization, refuse } = await startGuarded(issuer, { ...client, issuer });
  await refuse();
  expect([await authorization.token(), await authorization.token()]).toEqual(["token 2", "token 3"]);
});

it("requests one token for refusals at the same time, and uses one of a few seconds more than once", async () => {
  const { url: issuer, asked } = await startIssuer({ seconds: 1000 });
  const { authorization, refuse } = await startGuarded(issuer, { ...client, issuer });
  await Promise.all(Array.from({ length: 8 }, refuse));
  expect(asked).toHaveLength(1);
  expect(await authorization.token()).toBe("token 1");
  const short = await startIssuer({ seconds: 9 });
  const second = await startGuarded(short.url, { ...client, issuer: short.url });
  await second.refuse();
  expect([await second.authorization.token(), await second.authorization.token()]).toEqual(["token 1", "token 1"]);
});

it("sends the secret to no authorization server but that of the settings", async () => {
  const [own, other] = [await startIssuer(), await startIssuer()];
  const { refuse } = await startGuarded(other.url, { ...client, issuer: own.url });
  await expect(refuse()).rejects.toThrow("Its client gets no token");
  expect([...own.asked, ...other.asked]).toEqual([]);
});

it("says what is missing or refused, without the secret", async () => {
  const { url: issuer } = await startIssuer();
  const problem = async (oauth: McpOAuthSettings, env?: Readonly<Record<string, string>>) => {
    const { refuse } = await startGuarded(issuer, oauth, env);
    return refuse().then(
      () => "",
      (error: Error) => error.message,
    );
  };
  expect(await problem({ clientId: "job", issuer })).toContain("needs clientId, issuer, and one of clientSecretEnv, clientSecretFile and");
  expect(await problem({ ...client, clientSecretFile: "/run/secret", issuer })).toContain("needs clientId, issuer, and one of");
  expect(await problem({ ...client, issuer }, {})).toBe("The variable SECRET, which has the secret of its OAuth client, is not set.");
  const refused = await problem({ ...client, issuer }, { SECRET: "wrong-secret" });
  expect(refused).toContain("invalid_client");
  expect(refused).not.toContain("wrong-secret");
  const subject = { url: issuer, oauth: { grant: "client_credentials", ...client, issuer }, env: {}, hasOwnToken: false } as const;
  const cause = new SdkHttpError(SdkErrorCode.ClientHttpAuthentication, "", { status: 401 });
  expect(await deniedAccess(cause, subject)).toBe("The token of its client is not accepted.");
});

/** Writes a file of the test's own. */
function fileOf(text: string): string {
  const file = join(temporaryFolder(), "secret");
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

it("gets a token with a secret that is in a file, which may be a link, and reads it for each token", async () => {
  const { url: issuer } = await startIssuer();
  const file = fileOf("a secret\n");
  symlinkSync(file, `${file}.link`);
  const { authorization, refuse } = await startGuarded(issuer, { clientId: "job", clientSecretFile: `${file}.link`, issuer });
  await refuse();
  expect(await authorization.token()).toBe("token 1");
  writeFileSync(file, "another");
  await expect(refuse()).rejects.toThrow("invalid_client");
});

const keys = [
  ["RS256", () => generateKeyPairSync("rsa", { modulusLength: 2048 }), "pkcs8"],
  ["RS256", () => generateKeyPairSync("rsa", { modulusLength: 2048 }), "pkcs1"],
  ["ES256", () => generateKeyPairSync("ec", { namedCurve: "P-256" }), "sec1"],
  ["ES384", () => generateKeyPairSync("ec", { namedCurve: "P-384" }), "pkcs8"],
  ["EdDSA", () => generateKeyPairSync("ed25519"), "pkcs8"],
] as const;

it.each(keys)("signs with a private key by %s, for the authorization server of the settings alone", async (alg, generate, type) => {
  const { privateKey, publicKey } = generate();
  const privateKeyFile = fileOf(privateKey.export({ format: "pem", type: type as "pkcs8" }).toString());
  const [own, other] = [await startIssuer(), await startIssuer()];
  const refused = await startGuarded(own.url, { clientId: "job", privateKeyFile, issuer: own.url });
  // This authorization server takes secrets alone.
  await expect(refused.refuse()).rejects.toThrow("invalid_client");
  const { client_assertion = "", client_assertion_type, ...sent } = Object.fromEntries(own.asked[0]?.body ?? []);
  expect(client_assertion_type).toBe("urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
  expect(sent).toEqual({ grant_type: "client_credentials", resource: refused.url });
  const set = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), alg }] });
  const { payload } = await jwtVerify(client_assertion, set, { issuer: "job", subject: "job", audience: own.url });
  expect(payload).toMatchObject({ jti: expect.any(String), exp: expect.any(Number) });
  const misled = await startGuarded(other.url, { clientId: "job", privateKeyFile, issuer: own.url });
  await expect(misled.refuse()).rejects.toThrow("Its client gets no token");
  expect([own.asked.length, other.asked.length]).toEqual([1, 0]);
});

it("says which file of a client can't be used, without what is in it", async () => {
  const { url: issuer, asked } = await startIssuer();
  const problem = async (oauth: McpOAuthSettings) => {
    const { refuse } = await startGuarded(issuer, { clientId: "job", issuer, ...oauth });
    return refuse().then(
      () => "",
      (error: Error) => error.message,
    );
  };
  expect(await problem({ clientSecretFile: "/nonexistent/secret" })).toBe(
    "The file /nonexistent/secret, which has the secret of its OAuth client, can't be read (ENOENT).",
  );
  expect(await problem({ privateKeyFile: "key.pem" })).toContain("is not named by an absolute path.");
  expect(await problem({ clientSecretFile: fileOf("\n") })).toContain("is empty.");
  const exposed = fileOf("secret");
  chmodSync(exposed, 0o640);
  expect(await problem({ clientSecretFile: exposed })).toContain(`is open to other users. Run: chmod go= ${exposed}`);
  expect(await problem({ privateKeyFile: exposed })).toContain("is open to other users.");
  const locked = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({
    format: "pem",
    type: "pkcs8",
    cipher: "aes-256-cbc",
    passphrase: "x",
  });
  for (const text of [
    "not-a-key",
    locked.toString(),
    generateKeyPairSync("ed25519").publicKey.export({ format: "pem", type: "spki" }).toString(),
  ]) {
    const message = await problem({ privateKeyFile: fileOf(text) });
    expect(message).toContain("has no private key in PEM without a passphrase.");
    expect(message).not.toContain(text.split("\n")[0]);
  }
  const exchange = generateKeyPairSync("x25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  expect(await problem({ privateKeyFile: fileOf(exchange) })).toContain("is of the type x25519, which signs no tokens.");
  expect(asked).toEqual([]);
});
