import { redisState } from "../redis/redis-state.js";
import { prepareOptions } from "../serve/prepare-options.js";
import type { RunHttp } from "../server-options.js";
import { endTelemetry } from "../telemetry/telemetry.js";
import { isLoopback } from "./http-address.js";
import type { HttpOptions } from "./http-options.js";
import { type OauthRules, oauthVerifier, protectedResource } from "./oauth-rules.js";
import { readHttpArguments } from "./read-http-arguments.js";
import { serveHttp } from "./serve-http.js";

/** How long running calls may take to finish after SIGTERM. In milliseconds. */
const drainMs = 30_000;

export const runHttp: RunHttp = async (source, args, given) => {
  const { oauth, redis, ...read } = readHttpArguments(args, given.env);
  const prepared = prepareOptions(source, { ...given, ...read });
  const { log } = prepared;
  const shared = redis && redisState({ ...redis, log });
  const options = {
    ...prepared,
    ...(oauth && oauthOptions(oauth, source.server.name, log)),
    ...(shared && { shared }),
  };
  const serving = await serveHttp(source, options);
  log(`listens on ${serving.url}`, { level: "info" });
  if (options.tls === undefined && !isLoopback(options.address.host))
    log("without --tls-cert and --tls-key, tokens and results are readable on the way, unless a proxy in front of this server has TLS.");
  await stopSignal();
  log("finishes running calls and ends", { level: "info" });
  await serving.close(drainMs);
  shared?.close();
  await endTelemetry(options.telemetry);
};

/** Takes tokens of an authorization server, and says where it is. */
function oauthOptions(rules: OauthRules, name: string, log: (line: string) => void): Pick<HttpOptions, "tokens" | "resource"> {
  return { tokens: oauthVerifier(rules, log), resource: protectedResource(rules, name) };
}

/** Resolves at the first signal. At the next one the process ends at once, as it would without this. */
const stopSignal = () =>
  new Promise<void>((resolve) => {
    const signals = ["SIGTERM", "SIGINT"] as const;
    const end = () => {
      for (const signal of signals) process.off(signal, end);
      resolve();
    };
    for (const signal of signals) process.on(signal, end);
  });
