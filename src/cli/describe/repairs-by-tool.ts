import { namesOfWrapped } from "../../call/call-arguments.js";
import type { Count } from "../../call/repair-statistics.js";
import type { Model } from "../../compiler/model.js";
import type { ToolDefinition } from "../../contract/definition.js";
import { printable } from "../../contract/display-text.js";
import { selectorText } from "../../contract/json-value.js";
import { findToolModel } from "../project/compile-or-report.js";
import { repairLine } from "./repair-report.js";

/** The models' mistakes with a tool, the most frequent first. */
export interface ToolRepairs {
  readonly tool: string;
  readonly repairs: number;
  /** Calls that were refused. */
  readonly refusals: number;
  readonly counts: readonly Omit<Count, "tool">[];
  /** Undeclared names, by the parameter that they were meant for. */
  readonly aliases: Readonly<Record<string, readonly string[]>>;
  /** The tool's spec, if it is one of this project's. */
  readonly spec?: string;
}

const problems: Readonly<Record<string, (count: Pick<Count, "from" | "to">) => string>> = {
  unknown: ({ from, to }) =>
    to === undefined ? "a name that is not a parameter and resembles none" : `\`${from}\` is not a parameter, and resembles \`${to}\``,
  missing: ({ from }) => `\`${from}\` is missing`,
  "not-accepted": ({ from }) => `the value of \`${from}\` is not accepted`,
  conflict: ({ from, to }) => (from === to ? `two names of \`${to}\` have different values` : `\`${from}\` contradicts \`${to}\``),
  exclusive: ({ from, to }) => `\`${from}\` and \`${to}\` exclude each other`,
  impossible: ({ from }) => `\`${from}\` asks for what the tool can't do`,
};

/** Groups counts by tool, those with the most mistakes first. */
export function repairsByTool(counts: readonly Count[], model: Model | undefined): readonly ToolRepairs[] {
  const names = [...new Set(counts.map(({ tool }) => tool))];
  const tools = names.map((tool): ToolRepairs => {
    const own = counts.filter((count) => count.tool === tool).map(({ tool: _, ...count }) => count);
    const toolModel = model && findToolModel(model, tool);
    return {
      tool,
      repairs: sum(own.filter((count) => !isRefusal(count))),
      refusals: sum(own.filter(({ rule }) => rule === "refused")),
      counts: own,
      aliases: suggestAliases(own, toolModel?.definition),
      ...(toolModel && { spec: toolModel.source.file.path }),
    };
  });
  return tools.toSorted((one, other) => other.repairs + other.refusals - one.repairs - one.refusals);
}

const sum = (counts: readonly Pick<Count, "times">[]) => counts.reduce((total, { times }) => total + times, 0);

const isRefusal = ({ rule }: Pick<Count, "rule">) => rule === "refused" || Object.hasOwn(problems, rule);

/** The environment doesn't turn the statistics on. */
export const countingIsOff = "Counting is off: TOOLGEN_REPAIRS=1 in the environment of the client that calls the tools switches it on.";

export function formatRepairs(tools: readonly ToolRepairs[]): string {
  return tools
    .map((tool) => {
      const sections = repairSections(tool).flatMap(({ title, lines }) => [`  ${title}`, ...lines.map((line) => `    ${line}`)]);
      return [`${tool.tool}: ${repairSummary(tool)}`, ...sections];
    })
    .map((lines) => `${lines.map(printable).join("\n")}\n`)
    .join("\n");
}

/** `3 repairs, 1 refused call` */
export const repairSummary = ({ repairs, refusals }: ToolRepairs): string =>
  `${counted(repairs, "repair")}, ${counted(refusals, "refused call")}`;

/** Returns the statistics of a tool for people: repairs and refusals with their numbers, and aliases for its spec. */
export function repairSections({
  counts,
  aliases,
  spec,
}: ToolRepairs): readonly { readonly title: string; readonly lines: readonly string[] }[] {
  const width = String(Math.max(...counts.map(({ times }) => times))).length;
  const line = (times: number, text: string) => `${String(times).padStart(width)} × ${text}`;
  const repaired = counts.filter((count) => !isRefusal(count)).map((count) => line(count.times, repairLine(count)));
  const refused = counts.flatMap((count) => {
    const problem = problems[count.rule];
    return problem === undefined ? [] : [line(count.times, problem(count))];
  });
  return [
    { title: "Repaired", lines: repaired },
    { title: "Refused because", lines: refused },
    { title: `To add to ${spec ?? "its spec"}`, lines: aliasLines(aliases) },
  ].filter(({ lines }) => lines.length > 0);
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;

function aliasLines(aliases: ToolRepairs["aliases"]): readonly string[] {
  const entries = Object.entries(aliases).map(
    ([target, names]) => `${/^\w+$/.test(target) ? target : JSON.stringify(target)}: [${names.join(", ")}]`,
  );
  return entries.length === 0 ? [] : [`aliases: { ${entries.join(", ")} }`];
}

type Declared = Pick<ToolDefinition, "params" | "aliases" | "wrap">;

/**
 * Suggests names that models use and the spec doesn't declare, by the parameter that they are meant for: the
 * parameter's name in another style, misspellings that were repaired, and refused names that are close to it. The most
 * frequent first.
 */
function suggestAliases(
  counts: readonly Omit<Count, "tool">[],
  definition: Declared | undefined,
): Readonly<Record<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for (const { rule, from, to } of counts) {
    if (!["style", "near-miss", "unknown"].includes(rule) || from === "*" || to === undefined || to === "*") continue;
    const name = lastName(from);
    const target = definition === undefined ? to : meaning(to, definition);
    const declaredNames = definition === undefined ? [to] : knownAt(holderOf(target), definition);
    if (declaredNames.includes(name) || found.get(target)?.includes(name)) continue;
    found.set(target, [...(found.get(target) ?? []), name]);
  }
  return Object.fromEntries(found);
}

const lastName = (path: string) => path.slice(path.lastIndexOf(".") + 1);
const holderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf(".")));

/**
 * Returns the meaning of a name that isn't a parameter: at the top it may be an alias, or an alias of an element's key.
 */
function meaning(path: string, { params, aliases, wrap = [] }: Declared): string {
  if (holderOf(path) !== "" || params.includes(path)) return path;
  const named = aliases.find(({ target, names }) => target.length === 1 && names.includes(path))?.target[0];
  if (named !== undefined) return named;
  const wrapped = wrap.flatMap(({ target, keys }) =>
    keys.flatMap((key) => (namesOfWrapped({ aliases, target, key }).includes(path) ? [`${target}[].${key}`] : [])),
  );
  return wrapped[0] ?? path;
}

/** All names that already have a meaning in that object. */
function knownAt(holder: string, { params, aliases }: Declared): readonly string[] {
  const rules = aliases.filter(({ target }) => holderOf(selectorText(target)) === holder);
  return [...(holder === "" ? params : []), ...rules.flatMap(({ target, names }) => [...names, ...target.slice(-1)])];
}
