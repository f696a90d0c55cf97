import { type Model, type TargetName, targetsOf } from "../../model.js";
import type { ShowingName } from "../../option-names.js";
import { describeLosses, portabilityOf } from "../../portability.js";
import { apiDialects, clientDialects, type SchemaDialect } from "../../schema-dialects.js";
import { countShown, showings, type TokenCounting } from "../../showings.js";
import type { ToolModel } from "../../tool-model.js";

/** A client or an API in the catalogue, which shows the tools of any of its targets. */
export interface CatalogueClient {
  readonly id: string;
  readonly label: string;
  readonly targets: readonly TargetName[];
  /** The schemas that it shows, where that was measured. */
  readonly dialect?: SchemaDialect;
}

/** A client that shows a tool. */
export interface ToolShowing {
  readonly client: CatalogueClient;
  /** The losses in words; `undefined` if they weren't measured. */
  readonly losses: readonly string[] | undefined;
}

/** Bundles are for one client each. Its other targets are in `clientTargets`. */
const clientTargets: Readonly<Record<string, readonly TargetName[]>> = {
  claude: ["mcp", "claude-plugin"],
  gemini: ["mcp", "gemini", "gemini-extension"],
};

const clients: readonly CatalogueClient[] = [
  ...clientDialects.map((dialect) => ({
    id: dialect.id,
    label: dialect.label,
    targets: clientTargets[dialect.id] ?? (["mcp"] as const),
    dialect,
  })),
  { id: "pi", label: "pi", targets: ["pi"] },
  { id: "mcp", label: "Other MCP clients", targets: ["mcp", "antigravity-plugin", "mcpb", "package"] },
];

/** Returns the clients that the project is built for, and the APIs that it has declarations for. */
export function catalogueClients({ project: { targets } }: Pick<Model, "project">): readonly CatalogueClient[] {
  const isFormat = (id: string) => targets.providers.formats.some((format) => id === (format === "gemini" ? "gemini-api" : format));
  const apis = apiDialects
    .filter(({ id }) => isFormat(id))
    .map((dialect) => ({ id: dialect.id, label: `${dialect.label.replace(",", "")} API`, targets: ["providers"] as const, dialect }));
  return [...clients, ...apis].filter((client) => client.targets.some((target) => targets[target].isBuilt));
}

/** Returns the clients that show a tool, and what each loses of it. */
export function showingsOf(tool: ToolModel, model: Model): readonly ToolShowing[] {
  const targets = targetsOf(model, tool);
  return catalogueClients(model)
    .filter((client) => client.targets.some((target) => targets.includes(target)))
    .map((client) => ({ client, losses: client.dialect && describeLosses(portabilityOf(tool, client.dialect, model.project.server)) }));
}

/** Returns the tokens that a tool costs a model, by the showings that contain it. */
export function tokensOf(tool: ToolModel, model: Model, counting: TokenCounting): Readonly<Partial<Record<ShowingName, number>>> {
  const targets = targetsOf(model, tool);
  const containing = showings.filter(({ target }) => target === undefined || targets.includes(target));
  return Object.fromEntries(containing.map((showing) => [showing.name, countShown(tool, showing, counting)]));
}
