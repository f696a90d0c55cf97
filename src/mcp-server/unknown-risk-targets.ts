import type { Settings } from "../runtime/policy/read-settings.js";
import { unknownTargets } from "../runtime/policy/unknown-targets.js";
import type { ServedToolSource } from "./tool-source.js";

/** Returns a line for each target of the server's `--risk` that doesn't exist here. */
export function unknownRiskTargets(source: ServedToolSource, risk: Settings): readonly string[] {
  if (Object.keys(risk.overrides).length === 0) return [];
  const toolsets = () => Object.keys(source.groups().toolsets);
  const resources = () => resourceNames(source);
  return unknownTargets(risk, { tools: source.names(), aliases: source.aliases(), resources, toolsets, servers: [] });
}

function resourceNames({ resources }: ServedToolSource): readonly string[] {
  const { fixed, templates } = resources?.index() ?? { fixed: {}, templates: [] };
  return [...Object.values(fixed), ...templates.map(({ name }) => name)];
}
