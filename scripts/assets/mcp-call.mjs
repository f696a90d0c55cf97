// The program that calls MCP servers.

import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";
import { common, generated, root } from "./bundle.mjs";
import { exchangeBesideCalls } from "./handler-runtime.mjs";
import { licences } from "./licences.mjs";

/**
 * Calls MCP servers. Loaded only for tools with `mcp`, in a process of its own. It reads the SDK's client from
 * `mcp-client.cjs`, which is the bundle of that package for programs that import toolgen.
 */
export async function writeMcpCall(folder) {
  const program = { entryPoints: ["src/runtime/mcp-call/mcp-call-main.ts"], plugins: [exchangeBesideCalls, clientBeside, versionWithin] };
  await build({ ...common, ...program, outfile: join(folder, "mcp-call.cjs"), banner: { js: generated } });
  const contents = `export * from "@modelcontextprotocol/client";`;
  const client = { stdin: { contents, resolveDir: root }, write: false, outfile: join(folder, "mcp-client.cjs"), metafile: true };
  const { metafile } = await build({ ...common, ...client });
  await writeFile(join(folder, "mcp-call-licences.txt"), await licences("mcp-client.cjs", metafile));
}

const clientBeside = {
  name: "client-beside",
  setup({ onResolve }) {
    onResolve({ filter: /^@modelcontextprotocol\/client$/ }, () => ({ path: "./mcp-client.cjs", external: true }));
  },
};

const versionWithin = {
  name: "version-within",
  setup({ onLoad }) {
    const filter = /[/\\]src[/\\]runtime[/\\]registry[/\\]mcp[/\\]client-version\.ts$/;
    const { version } = createRequire(import.meta.url)("../../package.json");
    onLoad({ filter }, () => ({ contents: `export const clientVersion = () => ${JSON.stringify(version)};` }));
  },
};
