// The MCP server and its parts.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { common, generated, programBanner, requireOnce, root } from "./bundle.mjs";
import { findLateModules, lateStubs, readLater } from "./late-modules.mjs";
import { licences } from "./licences.mjs";
import { besideServer, loadBeside } from "./load-beside.mjs";
import { usedSchemas } from "./protocol-schemas.mjs";
import { builtinsLater, withoutHono, withoutSdkValidator } from "./server-plugins.mjs";

/**
 * The bytes of this file are most of what its start costs, so it reads the late modules from the files of `call`. None
 * of its modules is imported dynamically if others share what it imports: esbuild would wrap all that they share in
 * functions, which are parsed twice.
 */
export async function writeMcpServer(folder) {
  const stubs = lateStubs(await findLateModules());
  const server = join(folder, "mcp-server.cjs");
  const { metafile } = await build({
    ...common,
    entryPoints: ["src/mcp-server/mcp-main.ts"],
    outfile: server,
    plugins: [
      withoutSdkValidator,
      usedSchemas,
      withoutHono,
      builtinsLater,
      loadBeside(besideServer),
      loadServerParts,
      readLater(stubs, besideServer),
    ],
    banner: { js: `${programBanner}${withoutJit}` },
    metafile: true,
  });
  await writeFile(server, requireOnce(await readFile(server, "utf8")));
  await writeFile(join(folder, "mcp-licences.txt"), await licences("server.cjs", metafile));
  await Promise.all(serverParts.map((part) => writeServerPart(folder, part)));
}

/**
 * By default zod, with which the SDK checks messages, generates code for a schema when it first checks something by it,
 * which takes longer than it saves in a server's life. zod reads this when a schema is made.
 */
const withoutJit = "globalThis.__zod_globalConfig = { jitless: true };";

/**
 * Parts of the server in files beside it, each of which one function loads: most servers need none. OpenTelemetry's ES
 * modules are a quarter of its other files, because a bundle of them has only what is used.
 */
const serverParts = [
  // Verifies tokens, and contains jose. Loaded by servers that take tokens of an authorization server.
  { name: "oauth", entry: "oauth/jwt-verifier.ts", exported: "jwtVerifier" },
  // Sends telemetry, and contains OpenTelemetry. Loaded by servers whose environment asks for it.
  { name: "telemetry", entry: "telemetry/start-telemetry.ts", exported: "startTelemetry", mainFields: ["module", "main"] },
  // Shares state with other replicas, and contains ioredis. Loaded by servers with TOOLGEN_REDIS.
  { name: "redis", entry: "redis/redis-state.ts", exported: "redisState" },
  // Finds tools by words, and contains minisearch. Loaded by the first search of a server with --search.
  { name: "search", entry: "search/search-index.ts", exported: "indexTools" },
];

async function writeServerPart(folder, { name, entry, mainFields }) {
  const { metafile } = await build({
    ...common,
    entryPoints: [`src/mcp-server/${entry}`],
    ...(mainFields && { mainFields }),
    outfile: join(folder, `${name}.cjs`),
    banner: { js: generated },
    metafile: true,
  });
  await writeFile(join(folder, `${name}-licences.txt`), await licences(`${name}.cjs`, metafile));
}

/** Replaces the modules of the parts. Their files are beside the server, in an output as in `toolgen`. */
const loadServerParts = {
  name: "load-server-parts",
  setup({ onLoad }) {
    const stubs = new Map(serverParts.map(({ name, entry, exported }) => [join(root, "src/mcp-server", entry), { name, exported }]));
    onLoad({ filter: /[/\\]mcp-server[/\\]\w+[/\\][\w-]+\.ts$/ }, ({ path }) => {
      const part = stubs.get(path);
      if (part === undefined) return undefined;
      const { name, exported } = part;
      return {
        contents: `export function ${exported}(...values) { return module.require(__dirname + "/${name}.cjs").${exported}(...values); }`,
      };
    });
  },
};
