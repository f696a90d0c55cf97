import { isBuiltByOther, manifestFile } from "../../compiler/build-stamp.js";
import { cachedArguments } from "../../compiler/gemini-policy.js";
import type { Model } from "../../compiler/model.js";
import type { PrintPart } from "../../compiler/output-file.js";
import type { ToolModel } from "../../compiler/tool-model.js";
import { isUpToDate, type WritePlan } from "../../compiler/write-plan.js";
import type { Diagnostic } from "../../contract/diagnostic.js";
import { groupDigits } from "../../contract/display-text.js";
import type { Host } from "../../contract/host.js";
import { isJsonObject } from "../../contract/json-value.js";
import { askedValues } from "../../programs/place-class.js";
import { plural, toolCount } from "../io/format-text.js";

interface Built {
  readonly model: Model;
  readonly planned: WritePlan;
  /** How many rules Gemini CLI's policy can't express. */
  readonly lost: number;
  /** The tools' cost for a model, in a sentence (`costSentence`). */
  readonly cost: string;
  readonly took: string;
  /** Absent if this compiler made the last build, too. */
  readonly earlier: EarlierTools | undefined;
  /** The command that a user types for `toolgen` here. */
  readonly command: string;
}

/** Describes the changes of a build, and its duration. */
export function buildSummary({ model, planned, lost, cost, took, earlier, command }: Built): string {
  const tools = toolCount(model);
  const unchanged = plural(planned.unchanged.length, "file");
  const upgraded = upgradeLines(earlier, model, command);
  const costLine = cost === "" ? [] : [cost];
  if (isUpToDate(planned)) {
    const head = `${tools}, nothing changed: ${unchanged} below ${planned.output} up to date, in ${took}.`;
    return `${[head, ...upgraded, ...assumedLine(model), ...costLine].join("\n")}\n`;
  }
  const changes = [
    { what: "created", sign: "+", paths: planned.create.map((file) => file.path) },
    { what: "updated", sign: "~", paths: planned.update.map((file) => file.path) },
    { what: "removed", sign: "-", paths: [...planned.remove, ...planned.leftovers] },
  ];
  const counted = changes.filter(({ paths }) => paths.length > 0).map(({ what, paths }) => `${paths.length} ${what}`);
  const lines = changes.flatMap(({ sign, paths }) => listed(paths, planned.output).map((line) => `  ${sign} ${line}`));
  const head = `${tools}: ${[...counted, `${planned.unchanged.length} unchanged`].join(", ")}, in ${took}.`;
  return `${[head, ...lines, ...conflictLine(planned), ...lostLine(lost, command), ...upgraded, ...assumedLine(model), ...costLine].join("\n")}\n`;
}

const shownPaths = 20;

function listed(paths: readonly string[], output: string): readonly string[] {
  const shown = paths.slice(0, shownPaths).map((path) => `${output}/${path}`);
  return paths.length > shownPaths ? [...shown, `… and ${paths.length - shownPaths} more`] : shown;
}

/** How many rules of all tools decide differently from what Gemini CLI's policy can express. */
export function lostOf({ tools }: Model, part: PrintPart): number {
  const argumentsOf = cachedArguments(part);
  return tools.reduce((sum, tool) => sum + argumentsOf(tool).lost.length, 0);
}

/** A build has resolved the merge conflicts in outputs; the user must tell Git. */
function conflictLine({ conflicts, output }: WritePlan): readonly string[] {
  if (conflicts.length === 0) return [];
  return [`Resolved the merge conflicts of ${plural(conflicts.length, "file")}; 'git add ${output}' marks them as resolved.`];
}

/** Lists once the tools that ask because a value goes where nothing is known about it (docs/programs.md). */
function assumedLine({ tools }: Model): readonly string[] {
  const unknown = ({ values }: ToolModel) => askedValues(values).filter((one) => one.class === "unknown");
  const assumed = tools.filter((tool) => unknown(tool).length > 0);
  if (assumed.length === 0) return [];
  const places = [...new Set(assumed.flatMap((tool) => unknown(tool).map(({ where }) => where)))];
  const ask = assumed.length === 1 ? "asks" : "ask";
  return [
    `${plural(assumed.length, "tool")} ${ask} before each call, because nothing is known about values in ${shortList(places)}: see 'toolgen explain' of ${shortList(assumed.map(({ name }) => name))}, and 'toolgen check --suggest'.`,
  ];
}

function lostLine(lost: number, command: string): readonly string[] {
  if (lost === 0) return [];
  return [
    `Gemini CLI's policy can't express ${plural(lost, "rule")}, and applies the stricter decision to such calls ('${command} policy --client gemini').`,
  ];
}

/**
 * The tokens of the tools that most clients show. Tokenizers differ, so only two digits are significant. Empty without
 * tools.
 */
export function costSentence({ tools, tokens }: { readonly tools: number; readonly tokens: number }, command: string): string {
  if (tokens === 0) return "";
  const about = groupDigits(Number(tokens.toPrecision(2)));
  return `${plural(tools, "tool")} ${tools === 1 ? "costs" : "cost"} a model about ${about} tokens; '${command} budget' shows each.`;
}

/** By the names of tools that an earlier compiler built: true if their calls required confirmation. */
type EarlierTools = ReadonlyMap<string, boolean>;

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
  const list = await readJson(host, `${output}/bin/tools.json`);
  if (!isJsonObject(list) || !Array.isArray(list.tools)) return undefined;
  return new Map(
    list.tools.flatMap((tool) => {
      if (!isJsonObject(tool) || !isJsonObject(tool.listing) || !isJsonObject(tool.risk)) return [];
      const { name } = tool.listing;
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
function upgradeLines(earlier: EarlierTools | undefined, { tools }: Model, command: string): readonly string[] {
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
const shortList = (names: readonly string[]): string =>
  names.length > shownNames ? `${names.slice(0, shownNames).join(", ")} and ${names.length - shownNames} more` : names.join(", ");
