import { spawn } from "node:child_process";
import { createServer, get, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { listenForRedirect, openerOf } from "../../../src/cli/login/redirect-listener.js";
import { projectOf } from "../../kit/project.js";
import { program, toolgen } from "../../kit/toolgen.js";

const servers = {
  program: { command: "node" },
  inline: { url: "https://tools.example.org/mcp", oauth: { clientId: "me", clientSecret: "s" } },
  misspelt: { url: "https://tools.example.org/mcp", oauth: { clientid: "me" } },
  scopes: { url: "https://tools.example.org/mcp", oauth: { scopes: "read" } },
  port: { url: "https://tools.example.org/mcp", oauth: { redirectPort: 70_000 } },
  token: { url: "https://tools.example.org/mcp", headers: { authorization: "Bearer x" } },
  plain: { url: "http://tools.example.org/mcp" },
};
const folder = () => projectOf({ "servers.json": JSON.stringify({ mcpServers: servers }) });
const named = (name: string) => [name, "--mcp", "servers.json"];

it.each<[readonly string[], string]>([
  [[], "There is no server to log in at."],
  [["files"], "'files' is not an address, and there is no --mcp FILE that names it."],
  [["https://x.example.org", "--list"], "--list lists all logins"],
  [["https://me:secret@x.example.org/mcp"], "a name or a password in it"],
  [["http://x.example.org/mcp"], "is not https"],
  [["https://x.example.org/mcp", "--port", "0"], "from 1 to 65535"],
  [["https://x.example.org/mcp", "--client-secret-env", "X"], "belongs to a client"],
  [["https://x.example.org/mcp", "--client-secret-file", "x"], "belongs to a client"],
  [["https://x.example.org/mcp", "--client-id", "x", "--client-secret-env", "X", "--client-secret-file", "x"], "A client has one secret."],
  [["https://x.example.org/mcp", "--client-metadata-url", "http://x.example.org/client"], "begins with https://"],
  [named("other"), "has no server 'other'"],
  [named("program"), "'program' is a program, which needs no login."],
  [named("inline"), "a secret isn't written into settings"],
  [named("misspelt"), "'clientid' is unknown"],
  [named("scopes"), "'scopes' is not a list of texts"],
  [named("port"), "'redirectPort' is not a port"],
  [named("token"), "have an Authorization header"],
  [named("plain"), "is not https"],
])("says what is wrong with 'login %j'", (args, reason) => {
  const { status, stdout, stderr } = toolgen(folder(), ["login", ...args]);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(reason);
});

it("lists no logins, and logs out of none", () => {
  const home = folder();
  const env = { HOME: home, XDG_STATE_HOME: "" };
  expect(toolgen(home, ["login", "--list"], { env })).toMatchObject({ status: 0, stdout: expect.stringContaining("There are no logins.") });
  expect(toolgen(home, ["login", "--list", "--json"], { env })).toMatchObject({ status: 0, stdout: "[]\n" });
  const address = "https://tools.example.org/mcp";
  expect(toolgen(home, ["logout", address], { env })).toMatchObject({ status: 1, stderr: expect.stringContaining("there is no login at") });
  expect(toolgen(home, ["logout", "--all", "--json"], { env })).toMatchObject({ status: 0, stdout: "[]\n" });
  for (const args of [[], [address, "--all"]]) expect(toolgen(home, ["logout", ...args], { env })).toMatchObject({ status: 2 });
});

async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

async function failedLogin(address: string): Promise<string> {
  const home = folder();
  const child = spawn(process.execPath, [program, "login", address], {
    cwd: home,
    env: { HOME: home },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said = text(child.stderr);
  expect(await new Promise((resolve) => child.once("close", resolve))).toBe(1);
  return said;
}

it("says that a server asks for no login, can't be reached, or names what it may not", async () => {
  expect(await failedLogin(await served((_request, response) => response.writeHead(404).end()))).toContain("It doesn't ask for a login");
  expect(await failedLogin("http://127.0.0.1:1/mcp")).toContain("the server can't be reached");
  const inside = await served((_request, response) =>
    response.writeHead(401, { "www-authenticate": 'Bearer resource_metadata="http://169.254.169.254/latest"' }).end(),
  );
  expect(await failedLogin(inside)).toContain("It names an address that is not https: http://169.254.169.254.");
  let origin = "";
  const withoutPkce = await served(({ url }, response) => {
    const documents: Readonly<Record<string, object>> = {
      "/.well-known/oauth-protected-resource/mcp": { resource: `${origin}/mcp`, authorization_servers: [origin] },
      "/.well-known/oauth-authorization-server": {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        response_types_supported: ["code"],
      },
    };
    const document = documents[url ?? ""];
    response.writeHead(document === undefined ? 401 : 200, { "content-type": "application/json" }).end(JSON.stringify(document));
  });
  ({ origin } = new URL(withoutPkce));
  expect(await failedLogin(withoutPkce)).toContain("doesn't support PKCE with S256");
});

const statusOf = (url: string, path: string) =>
  new Promise((resolve, reject) => {
    get(url, { path, agent: false }, (response) => resolve(response.resume().statusCode)).on("error", reject);
  });

it("takes a redirect with its state alone, and says nothing about the login to others", async () => {
  const listener = await listenForRedirect("the state");
  onTestFinished(() => listener.close());
  const received = listener.receive(new AbortController().signal);
  const ask = async (query: string, init?: RequestInit) => (await fetch(listener.redirectUrl + query, init)).status;
  expect(await ask("?code=x")).toBe(400);
  expect(await ask("?code=x&state=other+one")).toBe(400);
  expect(await ask("?code=x&state=the+state", { method: "POST" })).toBe(400);
  expect((await fetch(new URL("/other?code=x&state=the+state", listener.redirectUrl))).status).toBe(400);
  // `fetch` would repair these.
  for (const path of ["//", "//:x", "http://["]) expect(await statusOf(listener.redirectUrl, path)).toBe(400);
  const right = await fetch(`${listener.redirectUrl}?code=right&state=the+state`);
  expect([right.status, right.headers.get("referrer-policy")]).toEqual([200, "no-referrer"]);
  expect((await received).get("code")).toBe("right");
});

it("opens a browser only where there is a desktop", () => {
  expect(openerOf("linux", {})).toBeUndefined();
  expect(openerOf("linux", { DISPLAY: ":0" })).toEqual(["xdg-open"]);
  expect(openerOf("darwin", {})).toEqual(["open"]);
  expect(openerOf("win32", {})?.[0]).toBe("rundll32");
});
