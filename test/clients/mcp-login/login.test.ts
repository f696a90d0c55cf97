import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { type McpServerSettings, ToolRegistry } from "../../../src/runtime/index.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { program, toolgen } from "../../kit/toolgen.js";
import {
  type AuthorizationServer,
  addressOf,
  browse,
  type GuardedServer,
  startAuthorizationServer,
  startGuardedServer,
} from "./servers.js";

const never = new AbortController().signal;

interface World {
  readonly authorization: AuthorizationServer;
  readonly guarded: GuardedServer;
  /** The user's home folder. */
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  readonly file: () => string;
  readonly stored: () => Readonly<Record<string, unknown>>;
}

async function world(clients: readonly object[] = []): Promise<World> {
  let authorization: AuthorizationServer;
  const guarded = await startGuardedServer(() => authorization);
  authorization = await startAuthorizationServer(() => guarded.url, clients);
  onTestFinished(() => {
    authorization.close();
    guarded.close();
  });
  const home = temporaryFolder();
  const folder = join(home, ".local/state/toolgen/logins");
  const file = () => join(folder, readdirSync(folder).find((name) => name.endsWith(".json")) ?? "none");
  const env = { PATH: process.env.PATH ?? "", HOME: home };
  return { authorization, guarded, home, env, file, stored: () => JSON.parse(readFileSync(file(), "utf8")) };
}

interface LoggingIn {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The user at the browser, who gets the page's address. */
  readonly user?: (address: string) => Promise<unknown>;
}

/** Runs `toolgen login` as a process, with a user at a browser. */
async function logIn({ guarded, env, home }: World, { args = [guarded.url], env: more = {}, user = browse }: LoggingIn = {}) {
  const child = spawn(process.execPath, [program, "login", ...args], {
    cwd: home,
    env: { ...env, ...more },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let stderr = "";
  let browsing: Promise<unknown> | undefined;
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
    const address = /^ {2}(http\S+)\n/m.exec(stderr)?.[1];
    if (address !== undefined) browsing ??= user(address);
  });
  const stdout = text(child.stdout);
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  await browsing;
  return { status, stdout: await stdout, stderr };
}

async function registryOf({ guarded, env, home }: World, settings: McpServerSettings = { httpUrl: guarded.url }) {
  const registry = new ToolRegistry({ environment: { workspace: home, env }, mcpServers: { guarded: settings } });
  onTestFinished(() => registry.close());
  const { registered, problems } = await registry.discoverAllTools();
  return { registry, registered, problems, call: (name: string) => registry.getTool(name)?.buildAndExecute({}, never) };
}

const expire = ({ file, stored }: World) => writeFileSync(file(), JSON.stringify({ ...stored(), expiresAt: 0 }));
const tokenRequests = ({ authorization }: World) => authorization.seen.filter(({ path }) => path === "/token").length;

it("logs in with PKCE at a registered client, keeps the tokens for this user alone, and calls tools with them", async () => {
  const here = await world();
  const before = await registryOf(here);
  const command = `toolgen login ${here.guarded.url} --scope read`;
  expect(before.problems).toEqual([{ source: "mcpServers.guarded", message: `It requires a login. Run: ${command}` }]);

  const { status, stdout, stderr } = await logIn(here);
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: `Logged in at ${here.guarded.url} (by ${here.authorization.url}; scope read; refreshed when needed)\n`,
  });
  expect(stderr).toMatch(/^Log in at 127\.0\.0\.1:\d+ on this page:\n\n {2}http\S+code_challenge_method=S256\S+\n\n$/);
  const { accessToken, refreshToken } = here.stored();
  for (const secret of [accessToken, refreshToken]) expect(stdout + stderr).not.toContain(secret);
  expect([statSync(here.file()).mode & 0o777, statSync(join(here.file(), "..")).mode & 0o777]).toEqual([0o600, 0o700]);

  const { registered, problems, call } = await registryOf(here);
  expect({ registered, problems }).toEqual({ registered: ["look", "change"], problems: [] });
  expect(await call("look")).toMatchObject({ llmContent: "look is done" });
});

it("says which scope a call lacks, and logs in with it by the command that the message has", async () => {
  const here = await world();
  await logIn(here);
  const first = await registryOf(here);
  const denied = await first.call("change");
  const command = `toolgen login ${here.guarded.url} --scope 'read write'`;
  expect(denied?.error?.message).toBe(`change failed. The MCP server 'guarded': Its login lacks the scope 'write'. Run: ${command}`);
  expect(await logIn(here, { args: [here.guarded.url, "--scope", "read write"] })).toMatchObject({ status: 0 });
  // The registry that was refused reads the new login.
  expect(await first.call("change")).toMatchObject({ llmContent: "change is done" });
});

it("refuses redirects without the login's state, and goes on waiting for the right one", async () => {
  const here = await world();
  const refused: number[] = [];
  const user = async (address: string) => {
    await browse(address, (url) => {
      const wrong = new URL(url);
      wrong.searchParams.set("state", "x".repeat(wrong.searchParams.get("state")?.length ?? 0));
      return wrong;
    }).then(({ status }) => refused.push(status));
    const callback = new URL(new URL(address).searchParams.get("redirect_uri") ?? "");
    for (const query of ["?code=x", "?error=access_denied"]) refused.push((await fetch(callback.href + query)).status);
    await browse(address);
  };
  expect(await logIn(here, { user })).toMatchObject({ status: 0 });
  expect(refused).toEqual([400, 400, 400]);
});

it("fails with the reason where consent is denied, where the browser never answers, and where a code is worthless", async () => {
  const here = await world();
  here.authorization.consent = "deny";
  const denied = await logIn(here);
  expect(denied).toMatchObject({ status: 1, stdout: "" });
  expect(denied.stderr).toContain("failed: the user or the authorization server refused (access_denied).\n");

  const late = await logIn(here, { args: [here.guarded.url, "--timeout", "1ms"] });
  expect(late).toMatchObject({ status: 1 });
  expect(late.stderr).toContain("there was no answer from your browser");

  here.authorization.consent = "grant";
  const user = (address: string) =>
    browse(address, (url) => {
      url.searchParams.set("code", "stolen");
      return url;
    });
  const worthless = await logIn(here, { user });
  expect(worthless).toMatchObject({ status: 1, stdout: "" });
  expect(worthless.stderr).toMatch(/\n\ntoolgen: the login at \S+ failed: the authorization server answered "invalid_grant", "[^"]+"\.\n$/);
  expect(existsSync(join(here.home, ".local/state/toolgen/logins")) && here.file().endsWith(".json")).toBe(false);
});

it("refreshes an expired token once, also when two processes need it at the same time", async () => {
  const here = await world();
  await logIn(here);
  const { refreshToken: first } = here.stored();
  expire(here);
  const before = tokenRequests(here);
  const list = join(here.home, "list.mjs");
  writeFileSync(
    list,
    `import { ToolRegistry } from ${JSON.stringify(new URL("../../../dist/runtime/index.js", import.meta.url).href)};
    const registry = new ToolRegistry({ mcpServers: { guarded: { httpUrl: ${JSON.stringify(here.guarded.url)} } } });
    console.log("begins");
    console.log(JSON.stringify(await registry.discoverAllTools()));
    await registry.close();`,
  );
  const children = [1, 2, 3].map(() => spawn(process.execPath, [list], { env: here.env, stdio: ["ignore", "pipe", "inherit"] }));
  const printed = Promise.all(children.map(({ stdout }) => text(stdout)));
  // The first refresh lasts until the others have had the time to begin theirs.
  const allBegin = Promise.all(children.map(({ stdout }) => once(stdout, "data")));
  here.authorization.hold = allBegin.then(() => wait(500));
  for (const one of await printed) {
    const [, discovered = ""] = one.split("\n");
    expect(JSON.parse(discovered)).toEqual({ registered: ["look", "change"], problems: [] });
  }
  expect(tokenRequests(here) - before).toBe(1);
  expect(here.stored().refreshToken).not.toBe(first);
  expect(statSync(here.file()).mode & 0o777).toBe(0o600);
});

it("removes a login whose refresh token was revoked, and asks for a new one", async () => {
  const here = await world();
  await logIn(here);
  await here.authorization.revoke(String(here.stored().refreshToken));
  expire(here);
  const { problems } = await registryOf(here);
  expect(problems.map(({ message }) => message)).toEqual([
    `Its login has expired or was revoked (invalid_grant). Run: toolgen login ${here.guarded.url}`,
  ]);
  expect(here.file()).toMatch(/none$/);
});

it("uses no login that is a link, or that others can read", async () => {
  const here = await world();
  await logIn(here);
  const file = here.file();
  chmodSync(file, 0o644);
  expect((await registryOf(here)).problems[0]?.message).toContain("is accessible to other users");
  chmodSync(file, 0o600);
  chmodSync(join(file, ".."), 0o755);
  expect((await registryOf(here)).problems[0]?.message).toContain("Run: chmod 700");
  chmodSync(join(file, ".."), 0o700);
  renameSync(file, join(here.home, "elsewhere.json"));
  symlinkSync(join(here.home, "elsewhere.json"), file);
  expect((await registryOf(here)).problems[0]?.message).toContain("is a link");
  const { status, stderr } = await logIn(here);
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("is a link") });
  expect(toolgen(here.home, ["login", "--list"], { env: here.env })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("is a link"),
  });
});

it("sends tokens and headers of the settings to the server's own origin alone", async () => {
  const here = await world();
  writeFileSync(
    join(here.home, "servers.json"),
    JSON.stringify({ mcpServers: { guarded: { httpUrl: here.guarded.url, headers: { "x-gateway": "own" } } } }),
  );
  expect(await logIn(here, { args: ["guarded", "--mcp", "servers.json"] })).toMatchObject({ status: 0 });
  expect(here.guarded.seen.every((headers) => headers["x-gateway"] === "own")).toBe(true);
  expect(here.authorization.seen.filter(({ headers }) => headers["x-gateway"] !== undefined)).toEqual([]);

  const elsewhere: string[] = [];
  const other = createServer((request, response) => {
    elsewhere.push(request.url ?? "");
    response.end();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once("listening", resolve));
  here.guarded.redirect = `${addressOf(other)}/mcp`;
  const { problems } = await registryOf(here, { httpUrl: here.guarded.url, headers: { "x-gateway": "own" } });
  expect(problems[0]?.message).toContain("not followed");
  expect(here.guarded.seen.at(-1)?.authorization).toMatch(/^Bearer /);
  expect(elsewhere).toEqual([]);
});

it("logs in as a client with a secret, which stays in its variable", async () => {
  const port = 40_000 + (process.pid % 20_000);
  const secret = "a secret that nobody writes down";
  const here = await world([
    {
      client_id: "mine",
      client_secret: secret,
      application_type: "native",
      redirect_uris: [`http://127.0.0.1:${port}/callback`],
      token_endpoint_auth_method: "client_secret_post",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    },
  ]);
  const args = [here.guarded.url, "--client-id", "mine", "--client-secret-env", "MY_SECRET", "--port", String(port), "--json"];
  const unset = await logIn(here, { args });
  expect(unset).toMatchObject({ status: 1, stderr: expect.stringContaining("The variable MY_SECRET") });
  const { status, stdout } = await logIn(here, { args, env: { MY_SECRET: secret } });
  expect({ status, facts: JSON.parse(stdout) }).toMatchObject({ status: 0, facts: { clientId: "mine", scope: "read", canRefresh: true } });
  expect(readFileSync(here.file(), "utf8")).not.toContain(secret);
  expire(here);
  const { problems } = await registryOf({ ...here, env: { ...here.env, MY_SECRET: secret } });
  expect(problems).toEqual([]);
  // The same with a file, which is relative to where the command is run.
  writeFileSync(join(here.home, "my-secret"), `${secret}\n`, { mode: 0o600 });
  const byFile = [here.guarded.url, "--client-id", "mine", "--client-secret-file", "my-secret", "--port", String(port)];
  expect(await logIn(here, { args: byFile })).toMatchObject({ status: 0 });
  expect(readFileSync(here.file(), "utf8")).not.toContain(secret);
  expire(here);
  expect((await registryOf(here)).problems).toEqual([]);
});

it("lists logins without their tokens, and logs out: tokens are revoked and removed", async () => {
  const here = await world();
  await logIn(here);
  const { accessToken, refreshToken } = here.stored();
  const listed = toolgen(here.home, ["login", "--list", "--json"], { env: here.env });
  expect(JSON.parse(listed.stdout)).toMatchObject([{ server: here.guarded.url, issuer: here.authorization.url, canRefresh: true }]);
  for (const secret of [accessToken, refreshToken]) expect(listed.stdout).not.toContain(secret);
  const child = spawn(process.execPath, [program, "logout", here.guarded.url], {
    cwd: here.home,
    env: here.env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  expect(await Promise.all([text(child.stdout), text(child.stderr)])).toEqual([
    `Logged out of ${here.guarded.url}, and its tokens are revoked.\n`,
    "",
  ]);
  expect(here.file()).toMatch(/none$/);
  expect(await here.authorization.find(String(accessToken))).toBeUndefined();
  expect((await registryOf(here)).problems[0]?.message).toContain("It requires a login.");
});
