import { posix } from "node:path";
import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { modelFor } from "../../model/built-targets.js";
import { type BundleName, bundleNames } from "../../model/target-name.js";
import type { Model } from "../../model/tool.js";
import type { McpServerEntry } from "../../runtime/contract/mcp-call.js";

/** Warns of MCP servers in a bundle that are files of the project, which a user of the bundle doesn't have. */
export function checkBundledServers(model: Model): readonly Diagnostic[] {
  return bundleNames.filter((bundle) => model.project.targets[bundle].isBuilt).flatMap((bundle) => serversWithoutFiles(model, bundle));
}

function serversWithoutFiles(model: Model, bundle: BundleName): readonly Diagnostic[] {
  const { files } = model.project.targets[bundle];
  const reported = new Set<string>();
  return modelFor(model, bundle).tools.flatMap(({ definition, source }) => {
    const server = definition.mcp?.server;
    // The first tool of a server stands for all.
    if (server === undefined || reported.has(server.name)) return [];
    reported.add(server.name);
    return projectFiles(server)
      .filter((file) => !files.includes(file))
      .map((file) => diagnostic("bundle-without-server", source.nameSpan, { bundle, server: server.name, file }));
  });
}

const script = /^[^/].*\.(?:[cm]?[jt]s|py|rb|sh)$/;

/** The files of the project that start a server, as far as its entry shows them. */
function projectFiles({ command = "", args = [], cwd }: McpServerEntry): readonly string[] {
  const program = /^[^/]+\//.test(command) ? [command] : [];
  // Without `cwd`, a path among the arguments is one of the workspace.
  const scripts = cwd === undefined ? [] : args.filter((arg) => script.test(arg)).map((arg) => posix.join(cwd, arg));
  return [...program, ...scripts].map((path) => posix.normalize(path));
}
