// The program that sends requests, and its proxies.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { beside, common, generated, root } from "./bundle.mjs";
import { licences } from "./licences.mjs";

/**
 * Executes the calls of tools with `http`. Loaded only for these tools, and `proxy.cjs`, with undici, only where the
 * environment names a proxy.
 */
export async function writeHttp(folder) {
  const http = { entryPoints: ["src/runtime/call/bin/http-main.ts"], outfile: join(folder, "http.cjs"), plugins: [proxyBeside, beside] };
  await build({ ...common, ...http, banner: { js: generated } });
  const { metafile } = await build({
    ...common,
    entryPoints: ["src/runtime/process/http/proxied-connections.ts"],
    outfile: join(folder, "proxy.cjs"),
    plugins: [undiciInPart],
    banner: { js: generated },
    metafile: true,
  });
  await writeFile(join(folder, "proxy-licences.txt"), await licences("proxy.cjs", metafile));
}

/** `proxy.cjs` is beside `http.cjs` wherever that is. */
const proxyBeside = {
  name: "proxy-beside",
  setup({ onLoad }) {
    const contents = `export const loadProxied = async (...values) => require("./proxy.cjs").proxiedConnections(...values);`;
    onLoad({ filter: /[/\\]src[/\\]runtime[/\\]process[/\\]http[/\\]load-proxied\.ts$/ }, () => ({ contents }));
  },
};

/**
 * The part of undici that sends requests, without fetch, sockets and caches: two thirds of it, loaded in half of the
 * time.
 */
const undiciInPart = {
  name: "undici-in-part",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^undici$/ }, () => ({ path: "undici", namespace: "toolgen" }));
    onLoad({ filter: /^undici$/, namespace: "toolgen" }, () => ({
      resolveDir: root,
      contents: `const Dispatcher = require("undici/lib/dispatcher/dispatcher.js");
        Object.assign(Dispatcher.prototype, require("undici/lib/api"));
        exports.EnvHttpProxyAgent = require("undici/lib/dispatcher/env-http-proxy-agent.js");`,
    }));
  },
};
