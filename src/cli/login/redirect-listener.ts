import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { UsageError } from "../command.js";
import { launchExternal } from "../io/run-external.js";

/** Receives the redirect at the end of a login. */
export interface RedirectListener {
  readonly redirectUrl: string;
  /** Resolves to the parameters of the redirect with the right state. Rejects with the signal's reason. */
  receive(signal: AbortSignal): Promise<URLSearchParams>;
  close(): void;
}

const path = "/callback";
const origin = "http://127.0.0.1";

/**
 * Listens on loopback for the browser that comes back from a login. A request without the login's state is refused and
 * changes nothing, because any page that the browser has open can send one.
 */
export async function listenForRedirect(state: string, port = 0): Promise<RedirectListener> {
  let resolve: (parameters: URLSearchParams) => void = () => {};
  const received = new Promise<URLSearchParams>((done) => {
    resolve = done;
  });
  const server = createServer((request, response) => {
    const answered = readRedirect(request, state);
    if (answered !== undefined) resolve(answered);
    respond(response, answered);
  }).listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    throw new UsageError(`The port ${port} can't be listened on: ${(error as Error).message}`, "Name another one with --port.");
  }
  const { port: actual } = server.address() as AddressInfo;
  return {
    redirectUrl: `http://127.0.0.1:${actual}${path}`,
    receive: (signal) =>
      new Promise((done, reject) => {
        const onAbort = () => reject(signal.reason);
        if (signal.aborted) onAbort();
        signal.addEventListener("abort", onAbort, { once: true });
        received.then(done).finally(() => signal.removeEventListener("abort", onAbort));
      }),
    close: () => {
      server.close();
      server.closeIdleConnections();
    },
  };
}

function readRedirect({ method, url = "" }: IncomingMessage, state: string): URLSearchParams | undefined {
  // Anybody can ask for "//", which can't be parsed.
  if (!URL.canParse(url, origin)) return undefined;
  const target = new URL(url, origin);
  if (method !== "GET" || target.pathname !== path) return undefined;
  const receivedState = Buffer.from(target.searchParams.get("state") ?? "");
  const expected = Buffer.from(state);
  return receivedState.length === expected.length && timingSafeEqual(receivedState, expected) ? target.searchParams : undefined;
}

function respond(response: ServerResponse, parameters: URLSearchParams | undefined): void {
  const [status, words] =
    parameters === undefined
      ? [400, "This is not the end of a login that toolgen waits for."]
      : [
          200,
          parameters.has("code")
            ? "toolgen has your answer. You can close this page."
            : "toolgen has your refusal. You can close this page.",
        ];
  response
    .writeHead(status, {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'",
      "referrer-policy": "no-referrer",
      connection: "close",
    })
    .end(`<!doctype html><meta charset="utf-8"><title>toolgen</title><p>${words}</p>\n`);
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Opens an address in the user's browser, where there is one. It may fail, because the address is printed too. */
export function openBrowser(address: URL, environment: Environment): void {
  const [program, ...args] = openerOf(process.platform, environment) ?? [];
  if (program !== undefined) launchExternal(program, [...args, address.href]);
}

/** Returns the program that opens addresses, with its first arguments; `undefined` if the machine shows no browser. */
export function openerOf(platform: NodeJS.Platform, environment: Environment): readonly [string, ...string[]] | undefined {
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return environment.DISPLAY || environment.WAYLAND_DISPLAY ? ["xdg-open"] : undefined;
}
