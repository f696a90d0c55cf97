import { type Settings, unknownTargets } from "../../call/risk-settings.js";
import { searchNames } from "../lists/search-tools.js";
import type { ServerOptions } from "../server-options.js";
import { unknownInSelection } from "../tool-selection.js";
import type { ServedToolSource } from "../tool-source.js";
import { telemetryOfServer } from "./telemetry-of-server.js";

/**
 * Prepares the options of a server that starts, and logs what is wrong with them. Throws for a tool or a toolset to be
 * offered that doesn't exist: the server would offer less than was meant. Throws for a name that `--search` needs, too:
 * a client's hook couldn't know which of the two is called.
 */
export function prepareOptions<Options extends ServerOptions>(source: ServedToolSource, options: Options): Options {
  const { log } = options;
  for (const line of options.risk === undefined ? [] : unknownRiskTargets(source, options.risk)) log(line);
  const unknown = options.select && unknownInSelection(options.select, source.names(), source.groups());
  if (unknown !== undefined) throw new Error(unknown);
  const duplicate = options.search === true ? nameThatSearchNeeds(source) : undefined;
  if (duplicate !== undefined) throw new Error(`--search has a tool '${duplicate}', and so has this project. Rename the project's.`);
  // The environment doesn't change while a server runs, and each access to `process.env` is a system call.
  const env = { ...options.env };
  const { pageSize = source.server.pageSize } = options;
  return { ...options, pageSize, env, log, telemetry: telemetryOfServer(source, { env, log }) };
}

function nameThatSearchNeeds(source: ServedToolSource): string | undefined {
  const used = new Set([...source.names(), ...Object.keys(source.aliases())]);
  return Object.values(searchNames).find((name) => used.has(name));
}

/** Returns a line for each target of the server's `--risk` that doesn't exist here. */
function unknownRiskTargets(source: ServedToolSource, risk: Settings): readonly string[] {
  if (Object.keys(risk.overrides).length === 0) return [];
  const toolsets = () => Object.keys(source.groups().toolsets);
  const resources = () => resourceNames(source);
  return unknownTargets(risk, { tools: source.names(), aliases: source.aliases(), resources, toolsets, servers: [] });
}

function resourceNames({ resources }: ServedToolSource): readonly string[] {
  const { fixed, templates } = resources?.index() ?? { fixed: {}, templates: [] };
  return [...Object.values(fixed), ...templates.map(({ name }) => name)];
}
