import { readdirSync, readFileSync } from "node:fs";
import { compile } from "../../src/compiler/compile.js";
import type { ToolModel } from "../../src/compiler/tool-model.js";
import { diagnosticToJson } from "../../src/contract/diagnostic.js";
import { memoryHost } from "./memory-host.js";

const library = new URL("../../library/", import.meta.url);

/** Bundled programs have tests of their own: here their names stand for them. */
export const assets = {
  // The tokenizer's table is data, so it is the real one. Most tests don't count.
  get "o200k-base.bin"() {
    return readFileSync(new URL("../../dist/assets/o200k-base.bin", import.meta.url), "latin1");
  },
  version: "0.1.0",
  // One package in one bundle: the real table has tests of its own.
  "packages.json": JSON.stringify({
    files: { "mcp-server.cjs": [0] },
    packages: [{ name: "@example/protocol", version: "1.2.3", license: "MIT", notice: "Copyright (c) 2030 Example", text: 0 }],
    texts: ["Permission is hereby granted."],
  }),
  ...Object.fromEntries(
    [
      "call-start.cjs",
      "call.cjs",
      "hook.cjs",
      "opencode-hook.mjs",
      "late.cjs",
      "rare.cjs",
      "discover.cjs",
      "validation.cjs",
      "mcp-start.cjs",
      "mcp-server.cjs",
      "oauth.cjs",
      "telemetry.cjs",
      "redis.cjs",
      "search.cjs",
      "http.cjs",
      "proxy.cjs",
      "mcp-call.cjs",
      "mcp-client.cjs",
      "guard.cjs",
      "in-call.cjs",
      "kept.cjs",
      "guard-rare.cjs",
      "pi-extension.cjs",
      "catalogue.css",
      "catalogue.js",
      "catalogue-dev.js",
    ].map((name) => [name, `(${name})\n`]),
  ),
  ...Object.fromEntries(
    readdirSync(new URL("fragments/", library)).map((file) => [
      `library/fragments/${file}`,
      readFileSync(new URL(`fragments/${file}`, library), "utf8"),
    ]),
  ),
  ...Object.fromEntries(
    readdirSync(new URL("pi/", library)).map((file) => [`library/pi/${file}`, readFileSync(new URL(`pi/${file}`, library), "utf8")]),
  ),
  // Bundles of the library's handlers are made when toolgen is built, and have tests of their own too.
  ...Object.fromEntries(
    readdirSync(library)
      .filter((file) => file.endsWith(".yaml"))
      .flatMap((file) => {
        const name = file.replace(".yaml", "").replaceAll("-", "_");
        return [
          [`library/${name}.yaml`, readFileSync(new URL(file, library), "utf8")],
          [`library/${name}.cjs`, `(${name}.cjs)\n`],
        ];
      }),
  ),
};

/** Compiles specs that are in memory, each a file `tools.d/NAME` (or `toolgen.yaml`), for these targets or for all. */
export async function compiled(files: Readonly<Record<string, string>>, targets?: readonly string[]) {
  const placed = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name === "toolgen.yaml" ? name : `tools.d/${name}`, text]),
  );
  const [compilation, diagnostics] = await compile(memoryHost(placed), assets, targets === undefined ? {} : { targets });
  return { ...compilation, diagnostics: diagnostics.map(diagnosticToJson) };
}

/** Compiles one spec: its tool, if it is right, and what was said of it. */
export async function compiledTool(
  text: string,
): Promise<{ readonly tool: ToolModel | undefined; readonly diagnostics: readonly ReturnType<typeof diagnosticToJson>[] }> {
  const { model, diagnostics } = await compiled({ "tool.yaml": text }, []);
  return { tool: model.tools[0], diagnostics };
}

/** Compiles many specs, each alone in its file, which is named as it is by default: what `compiledTool` returns of each. */
export async function compiledTools(specs: readonly object[]): Promise<readonly Awaited<ReturnType<typeof compiledTool>>[]> {
  const results: Awaited<ReturnType<typeof compiledTool>>[] = [];
  // A build reports 200 problems at most.
  for (let start = 0; start < specs.length; start += together) {
    const part = specs.slice(start, start + together);
    const files = part.map((spec, i) => [`t${i}.yaml`, JSON.stringify({ name: `t${i}`, description: "d", ...spec })] as const);
    const { model, diagnostics } = await compiled(Object.fromEntries(files), []);
    results.push(
      ...part.map((_, i) => ({
        tool: model.tools.find(({ source }) => source.file.path === `tools.d/t${i}.yaml`),
        diagnostics: diagnostics.filter(({ file }) => file === `tools.d/t${i}.yaml`),
      })),
    );
  }
  return results;
}
const together = 50;
