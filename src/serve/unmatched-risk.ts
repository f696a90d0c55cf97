import { consentFor, type Settings } from "../runtime/consent/read-settings.js";
import { closest } from "../runtime/repair/closest.js";
import type { ToolSource } from "./tool-source.js";

/** What the server's `--risk` says of no tool here, a line each: a name that is misspelt guards nothing. */
export function unmatchedRisk(source: ToolSource, { overrides }: Settings): readonly string[] {
  const targets = Object.keys(overrides).filter((target) => target !== "*");
  if (targets.length === 0) return [];
  // Printed by a build of ours.
  const names = (JSON.parse(Buffer.from(source.list()).toString("utf8")) as readonly { readonly name: string }[]).map(({ name }) => name);
  return targets
    .filter((target) => !names.includes(target) && !isToolset(target, source, names))
    .map((target) => {
      const near = closest(target, names);
      return `--risk speaks of '${target}', which is no tool or toolset here.${near === undefined ? "" : ` Did you mean '${near}'?`}`;
    });
}

/** Which toolsets there are is known to the tools' modules alone. */
function isToolset(target: string, source: ToolSource, names: readonly string[]): boolean {
  if (!target.startsWith("toolset:")) return false;
  const only: Settings = { confirm: {}, overrides: { [target]: [{ when: [], from: target }] } };
  return names.some((name) => {
    const found = source.find(name);
    return found.ok && consentFor(only, found.tool.definition).overrides !== undefined;
  });
}
