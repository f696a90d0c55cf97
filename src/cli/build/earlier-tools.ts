import { isBuiltByOther } from "../../cache/build-stamp.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { Host } from "../../host.js";
import type { Model } from "../../model/tool.js";
import { isJsonObject } from "../../runtime/json/json-value.js";
import { manifestFile } from "../../write/output-path.js";
import { plural } from "../text/plural.js";

/** By the names of tools that an earlier compiler built: true if their calls required confirmation. */
export type EarlierTools = ReadonlyMap<string, boolean>;

/**
 * Reads the tools that another compiler built last, from its outputs. Returns `undefined` if this one did, or none: the
 * first build after an upgrade alone reports what the upgrade changes.
 */
export async function readEarlierTools(
  host: Host,
  { output, buildId, version }: { readonly output: string; readonly buildId: string; readonly version: string },
): Promise<EarlierTools | undefined> {
  const manifest = await readJson(host, `${output}/${manifestFile}`);
  if (!isJsonObject(manifest)) return undefined;
  if (manifest.toolgen === version && !(await isBuiltByOther(host, buildId))) return undefined;
  const declarations = await readJson(host, `${output}/bin/declarations.json`);
  if (!isJsonObject(declarations) || !Array.isArray(declarations.tools)) return undefined;
  return new Map(
    declarations.tools.flatMap((tool) => {
      if (!isJsonObject(tool) || !isJsonObject(tool.declaration) || !isJsonObject(tool.risk)) return [];
      const { name } = tool.declaration;
      return typeof name === "string" ? [[name, tool.risk.requiresConfirmation === true] as const] : [];
    }),
  );
}

async function readJson(host: Host, path: string): Promise<unknown> {
  try {
    const bytes = await host.read(path);
    return bytes === undefined ? undefined : JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Says after a build about which tools users are asked since the upgrade, and about which they no longer are. */
export function upgradeLines(earlier: EarlierTools | undefined, { tools }: Model, command: string): readonly string[] {
  const changed = tools.flatMap(({ name, risk }) => {
    const before = earlier?.get(name);
    return before === undefined || before === risk.requiresConfirmation ? [] : [{ name, isAsked: risk.requiresConfirmation }];
  });
  const named = (isAsked: boolean) => changed.filter((one) => one.isAsked === isAsked).map(({ name }) => name);
  const [asked, allowed] = [named(true), named(false)];
  if (changed.length === 0) return [];
  return [
    ...(asked.length === 0 ? [] : [`Since the upgrade, users are asked about ${plural(asked.length, "more tool")}: ${shortList(asked)}.`]),
    ...(allowed.length === 0
      ? []
      : [`Since the upgrade, users are no longer asked about ${plural(allowed.length, "tool")}: ${shortList(allowed)}.`]),
    `'${command} explain TOOL' shows why. A pattern, a line in \`paths\` or \`data\` ends most questions.`,
  ];
}

/** Says after a failed build which tools the upgrade refuses. A spec with an error isn't in the model. */
export function refusedSinceUpgrade(
  earlier: EarlierTools | undefined,
  { model, found, command }: { readonly model: Model; readonly found: readonly Diagnostic[]; readonly command: string },
): string {
  const valid = new Set([...model.tools, ...model.hosted].map(({ name }) => name));
  const refused = [...(earlier?.keys() ?? [])].filter((name) => !valid.has(name));
  if (refused.length === 0) return "";
  const next = found.some(({ missingPath }) => missingPath !== undefined) ? ` '${command} migrate' writes the missing \`paths\`.` : "";
  return `Since the upgrade, ${plural(refused.length, "tool")} can't be built: ${shortList(refused)}.${next}\n`;
}

const shownNames = 5;

/** The first names of a list, and how many more there are. */
export const shortList = (names: readonly string[]): string =>
  names.length > shownNames ? `${names.slice(0, shownNames).join(", ")} and ${names.length - shownNames} more` : names.join(", ");
