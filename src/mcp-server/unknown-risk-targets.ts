import type { Settings } from "../runtime/policy/read-settings.js";
import { unknownTargets } from "../runtime/policy/unknown-targets.js";
import type { ServedToolSource } from "./tool-source.js";

/** Returns a line for each target of the server's `--risk` that doesn't exist here. */
export function unknownRiskTargets(source: ServedToolSource, risk: Settings): readonly string[] {
  if (Object.keys(risk.overrides).length === 0) return [];
  // Printed by a build of toolgen.
  const listed = JSON.parse(Buffer.from(source.list("canonical")).toString("utf8")) as readonly { readonly name: string }[];
  const tools = listed.map(({ name }) => name);
  const toolsets = () => tools.flatMap((name) => toolsetsOf(name, source));
  return unknownTargets(risk, { tools, aliases: source.aliases(), toolsets, servers: [] });
}

/** Only the tools' modules know the existing toolsets. */
function toolsetsOf(name: string, source: ServedToolSource): readonly string[] {
  const found = source.find(name);
  return (found.ok ? found.tool.definition.toolsets : undefined) ?? [];
}
