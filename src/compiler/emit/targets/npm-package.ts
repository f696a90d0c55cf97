import type { JsonObject } from "../../../contract/json-value.js";
import type { Model } from "../../model.js";
import { defineEmitter } from "../../output-file.js";
import { printJson } from "../print/literal.js";
import { bundleFacts, bundleFiles, bundleModel, bundleSecrets, serverIn } from "./bundle-files.js";

/** The newest dated schema of entries of the MCP registry. */
const entrySchema = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

/** Hosts of repositories by the names that the registry requires of one. An entry has no repository elsewhere. */
const sources: ReadonlyMap<string, string> = new Map([
  ["github.com", "github"],
  ["gitlab.com", "gitlab"],
]);

/** The longest description that the registry takes. */
const longestDescription = 100;

/**
 * An npm package whose command is the MCP server, and its entry in the MCP registry (docs/publish.md). The registry
 * believes an entry only if the published package names it, so both are printed from the same settings.
 */
export const npmPackage = defineEmitter({
  name: "package",
  targets: ["package"],
  emit: async (whole, assets, services) => {
    if (!whole.project.targets.package.isBuilt) return [];
    const model = bundleModel("package", whole);
    const bundled = await bundleFiles("package", { model, assets, services });
    const file = (path: string, value: JsonObject) => ({
      path: `package/${path}`,
      text: printJson(value),
      executable: false,
      shared: true as const,
    });
    return [
      file("package.json", packageJson(model, bundled.map(({ path }) => filePattern(path.slice("package".length))).sort())),
      ...(model.project.targets.package.mcpName === undefined ? [] : [file("mcp-registry.json", registryEntry(model))]),
      ...bundled,
    ];
  },
});

/** npm reads an entry of `files` as a pattern, and one that begins with a slash as a path from the package's root. */
const filePattern = (path: string): string => path.replaceAll(/[\\*?[\]{}()!+@|]/g, "\\$&");

/** The command has the name of the package without its scope, so that `npx NAME` needs no second name. */
function packageJson(model: Model, files: readonly string[]): JsonObject {
  const { name, mcpName, license, repository } = model.project.targets.package;
  const { version, description } = bundleFacts("package", model);
  return {
    name,
    version,
    description,
    ...(mcpName !== undefined && { mcpName }),
    ...(license !== undefined && { license }),
    ...(repository !== undefined && { repository: { type: "git", url: `git+${repository}` } }),
    keywords: ["mcp", "mcp-server"],
    engines: { node: ">=20.19" },
    bin: { [name.replace(/^@[^/]*\//, "")]: serverIn(model) },
    files: [...files],
  };
}

function registryEntry(model: Model): JsonObject {
  const { name: identifier, mcpName = "", repository, description: own } = model.project.targets.package;
  const { version, description } = bundleFacts("package", model);
  const source = repository === undefined ? undefined : sources.get(new URL(repository).hostname);
  const secrets = bundleSecrets(model).map(({ variable, description: about, isRequired }) => ({
    name: variable,
    description: about === "" ? variable : about,
    isRequired,
    isSecret: true,
  }));
  const workspace = { type: "named", name: "--workspace", description: "The folder that the tools work in.", format: "filepath" };
  return {
    $schema: entrySchema,
    name: mcpName,
    description:
      own === undefined && description.length > longestDescription
        ? `${model.tools.length} tools of ${model.project.server}.`
        : description,
    version,
    ...(repository !== undefined && source !== undefined && { repository: { url: repository, source } }),
    packages: [
      {
        registryType: "npm",
        identifier,
        version,
        runtimeHint: "npx",
        transport: { type: "stdio" },
        packageArguments: [workspace],
        ...(secrets.length > 0 && { environmentVariables: secrets }),
      },
    ],
  };
}
