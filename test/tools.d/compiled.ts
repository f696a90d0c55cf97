import { fileURLToPath } from "node:url";
import { loadCompiledTool, toolLoader } from "../../src/cli/project/load-compiled-tool.js";
import { type Compilation, compile } from "../../src/compiler/compile.js";
import type { CompiledTool } from "../../src/contract/definition.js";
import { nodeHost, readAssets } from "../../src/contract/node-host.js";
import { callTool, type Printed } from "../kit/printed.js";

/** The repository's root, whose tools.d is under test. */
const root = fileURLToPath(new URL("../..", import.meta.url));

let own: Promise<Compilation> | undefined;

/** This project's own specs, compiled once. Throws if they are anything but flawless: warnings count. */
export function compileOwnTools(): Promise<Compilation> {
  own ??= compileFlawless();
  return own;
}

async function compileFlawless(): Promise<Compilation> {
  const [compilation, diagnostics] = await compile(nodeHost(root), await readAssets());
  if (diagnostics.length > 0) throw new Error(diagnostics.map((d) => `${d.path}: ${d.code}: ${d.message}`).join("\n"));
  return compilation;
}

/** Calls a tool in a folder, as its `generated/bin/call` would be started there. */
export function callIn(folder: string, { files }: Compilation, tool: string, params: object): Printed {
  return callTool(loadCompiledTool(files, tool, root), params, { workspace: folder, projectDir: root, env: process.env });
}

let hosted: Promise<(name: string) => CompiledTool> | undefined;

/** A tool of a client itself, as `toolgen repair` loads it. */
export async function hostedTool(name: string): Promise<CompiledTool> {
  hosted ??= loadHosted();
  return (await hosted)(name);
}

async function loadHosted() {
  const [{ files }] = await compile(nodeHost(root), await readAssets(), { targets: ["bin", "hosted"], handlers: "leave" });
  return toolLoader(files, root);
}
