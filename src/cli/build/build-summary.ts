import { cachedArguments } from "../../emit/gemini-policy/cached-arguments.js";
import type { PrintPart } from "../../emit/output-file.js";
import { askedValues } from "../../model/place-class.js";
import type { Model, ToolModel } from "../../model/tool.js";
import { groupDigits } from "../../runtime/text/group-digits.js";
import { isUpToDate, type WritePlan } from "../../write/write-plan.js";
import { plural } from "../text/plural.js";
import { toolCount } from "../text/tool-count.js";
import { type EarlierTools, shortList, upgradeLines } from "./earlier-tools.js";

export interface Built {
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
