// The programs and helpers that toolgen copies into the output of its users, as single files on bare Node.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { common, generated, hookBanner, programBanner, writeBundle } from "./assets/bundle.mjs";
import { checkFunctions, findLateModules, lateEntry, readLater } from "./assets/late-modules.mjs";
import {
  beside,
  besideCall,
  besideServer,
  builtinsLater,
  clientBeside,
  exchangeBesideCalls,
  guardApart,
  loadBeside,
  loadBesideCall,
  loadServerParts,
  proxyBeside,
  undiciInPart,
  withoutSdkValidator,
  zodInPart,
} from "./assets/plugins.mjs";
import { usedSchemas } from "./assets/protocol-schemas.mjs";
import { writeSharedBundles } from "./assets/shared-bundles.mjs";
import { isRare, usualParser } from "./usual-parser.mjs";

/**
 * Parts of the server in files beside it, each of which one function loads: most servers need none. OpenTelemetry's ES
 * modules are a quarter of its other files, because a bundle of them has only what is used.
 */
const serverParts = [
  // Verifies tokens, and contains jose. Loaded by servers that take tokens of an authorization server.
  { name: "oauth", entry: "src/server/http/jwt-verifier.ts", exported: "jwtVerifier" },
  // Sends telemetry, and contains OpenTelemetry. Loaded by servers whose environment asks for it.
  {
    name: "telemetry",
    entry: "src/server/telemetry/start-telemetry.ts",
    exported: "startTelemetry",
    options: { mainFields: ["module", "main"] },
  },
  // Shares state with other replicas, and contains ioredis. Loaded by servers with TOOLGEN_REDIS.
  { name: "redis", entry: "src/server/redis/redis-state.ts", exported: "redisState" },
  // Finds tools by words, and contains minisearch. Loaded by the first search of a server with --search.
  { name: "search", entry: "src/server/lists/search-index.ts", exported: "indexTools" },
];

/** The modules that ajv's standalone validators may require. Each is run only on first use. */
const validationModules = [
  "ajv/dist/runtime/equal",
  "ajv/dist/runtime/ucs2length",
  "ajv/dist/runtime/validation_error",
  "ajv-formats/dist/formats",
];

/**
 * By default zod, with which the SDK checks messages, generates code for a schema when it first checks something by it,
 * which takes longer than it saves in a server's life. zod reads this when a schema is made.
 */
const withoutJit = "globalThis.__zod_globalConfig = { jitless: true };";

/** Scripts and styles of the catalogue's page, which are inline there. */
const browser = { banner: "", platform: "browser", target: "es2022", format: "iife", jsx: "automatic", jsxImportSource: "preact" };

const guardEntry = "src/call/guard/guard-call.ts";

/**
 * The programs that clients start, and what they read when they need it. What `call` needs is in `call.cjs` only, and
 * the others read it there: the hook, whose runs decide on calls as `call` does, and the server, whose size decides how
 * long it takes to start. None of the server's modules is imported dynamically if others share what it imports: esbuild
 * would wrap all that they share in functions, which are parsed twice.
 */
const programs = (late) => ({
  "call.cjs": { entry: "src/call/bin/call-main.ts", isRead: true },
  "hook.cjs": { entry: "src/call/bin/hook-main.ts", reads: ["call.cjs"], banner: hookBanner },
  "mcp-server.cjs": { entry: "src/server/mcp-main.ts", reads: ["call.cjs"], banner: `${generated}\n"use strict";${withoutJit}` },
  "late.cjs": { contents: lateEntry(late[0]), reads: ["call.cjs"], isRead: true },
  "rare.cjs": { contents: lateEntry(late[1]), reads: ["call.cjs", "late.cjs"] },
});

const programPlugins = (late) => [
  withoutSdkValidator,
  zodInPart,
  usedSchemas,
  builtinsLater,
  loadBeside(),
  loadBesideCall,
  loadServerParts(serverParts),
  readLater(late),
];

/** The other bundles, by the names of the files. */
async function otherBundles() {
  return {
    "call-start.cjs": { entry: "src/call/bin/start-main.ts", banner: programBanner, plugins: [beside] },
    "validation.cjs": {
      contents: `module.exports = {\n${validationModules.map((id) => `get ${JSON.stringify(id)}() { return require(${JSON.stringify(id)}); }`).join(",\n")}\n};`,
    },
    "mcp-start.cjs": { entry: "src/server/serve/start-main.ts", banner: programBanner, plugins: [builtinsLater] },
    "discover.cjs": { entry: "src/call/bin/discover-main.ts", banner: programBanner },
    // opencode's plugin, which starts the hook. opencode loads ES modules.
    "opencode-hook.mjs": { entry: "src/call/bin/opencode-plugin.ts", format: "esm" },

    // Executes the calls of tools with `http`. Loaded only for these tools, and `proxy.cjs`, with undici, only where
    // the environment names a proxy.
    "http.cjs": { entry: "src/call/bin/http-main.ts", plugins: [proxyBeside, beside] },
    "proxy.cjs": {
      entry: "src/call/http/proxied-connections.ts",
      plugins: [undiciInPart],
    },

    // Guards shell commands, and contains their parser. Loaded only for commands with a pipeline: `guard.cjs` has the
    // part of the parser that usual commands need, `guard-rare.cjs` has all of it.
    "guard-rare.cjs": { entry: guardEntry, requiresOnce: true },
    "guard.cjs": {
      // Nothing has been done for a command while it is read, so it can be read again.
      contents: `import { guardCall as guardUsual } from "./${guardEntry}";
    export function guardCall(...values) {
      try {
        return guardUsual(...values);
      } catch (error) {
        if (error !== ${JSON.stringify(isRare)}) throw error;
        return require("./guard-rare.cjs").guardCall(...values);
      }
    }`,
      plugins: [await usualParser(common), beside],
      requiresOnce: true,
    },

    // Calls MCP servers. Loaded only for tools with `mcp`, in a process of its own. It reads the SDK's client from
    // `mcp-client.cjs`, which is the bundle of that package for programs that import toolgen.
    "mcp-call.cjs": { entry: "src/agent/mcp/mcp-call-main.ts", plugins: [exchangeBesideCalls, ...clientBeside] },
    "mcp-client.cjs": { contents: `export * from "@modelcontextprotocol/client";`, write: false },

    // Bundled with each handler. It is a module, so that a bundle contains only what it imports. The pipeline guard is
    // a module of its own: it is 25 times as large as the rest, and few handlers use it.
    "handler.mjs": {
      entry: "src/call/handler/handler-main.ts",
      banner: "",
      plugins: [exchangeBesideCalls, guardApart],
      format: "esm",
    },
    "handler-guard.mjs": {
      contents: ["filter-options", "guard-command"].map((name) => `export * from "./src/call/${name}.js";`).join("\n"),
      banner: "",
      plugins: [exchangeBesideCalls],
      format: "esm",
    },
    // Load such a bundle: for many calls, and into the process of a call.
    "kept.cjs": { entry: "src/call/handler/warm-main.ts" },
    "in-call.cjs": { entry: "src/call/handler/run-in-call.ts" },

    ...Object.fromEntries(serverParts.map(({ name, entry, options }) => [`${name}.cjs`, { entry, ...options }])),

    "pi-extension.cjs": { entry: "src/server/pi/pi-main.ts", plugins: [loadBeside(besideServer)] },

    "catalogue.css": { entry: "src/cli/page/catalogue.css", ...browser, target: "esnext" },
    "catalogue.js": { entry: "src/cli/page/page-main.ts", ...browser },
    // Only the page of `toolgen dev` has Preact.
    "catalogue-dev.js": { entry: "src/cli/page/dev/dev-main.ts", ...browser },
  };
}

/** Writes the programs into a folder. Returns esbuild's metadata of each, by its name. */
export async function writeAssets(folder) {
  const late = await findLateModules();
  const others = Object.entries(await otherBundles()).map(async ([file, bundle]) => [file, await writeBundle(join(folder, file), bundle)]);
  const from = (file, other) => (file === "mcp-server.cjs" ? besideServer : besideCall)(other);
  const [shared, ...written] = await Promise.all([
    writeSharedBundles(folder, { entries: programs(late), plugins: programPlugins(late), from }),
    ...others,
  ]);
  for (const { file, exports } of late) checkFunctions(createRequire(import.meta.url)(join(folder, file)), [...exports.values()].flat());
  for (const name of await readdir(folder)) if (/\.[cm]js$/.test(name)) await endWithoutBlanks(join(folder, name));
  return { ...shared, ...Object.fromEntries(written) };
}

/**
 * esbuild prints a line feed in a text as one, in a template literal. Blanks before it would be trailing white space,
 * which hooks and editors remove from committed files.
 */
async function endWithoutBlanks(file) {
  const code = await readFile(file, "utf8");
  if (/[ \t]\n/.test(code))
    await writeFile(
      file,
      code.replaceAll(/([ \t])(?=\n)/g, (blank) => `\${${JSON.stringify(blank)}}`),
    );
}
