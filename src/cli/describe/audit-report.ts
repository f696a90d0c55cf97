import type { AuditLine } from "../../contract/call.js";
import { groupDigits, printable } from "../../contract/display-text.js";
import { plural, printTable } from "../io/format-text.js";
import type { ToolRepairs } from "./repairs-by-tool.js";

/** The calls of one tool. */
export interface ToolUse {
  readonly tool: string;
  readonly calls: number;
  /** Calls whose arguments were refused. */
  readonly invalid: number;
  /** Calls that settings or the user refused. */
  readonly denied: number;
  readonly failed: number;
  /** Calls whose arguments were repaired. */
  readonly repaired: number;
  /** Calls about which the user was asked. */
  readonly confirmed: number;
  /** Calls by the client's own name; the way they came where it has none. */
  readonly clients: Readonly<Record<string, number>>;
  /** Tokens of the declaration, which a model reads before it answers; absent for a tool of another project. */
  readonly declared?: number;
  /** Estimated tokens of all results: a quarter of their bytes. */
  readonly results: number;
}

/** A change of a spec, with the evidence for it. */
export interface Suggestion {
  readonly change: "alias" | "description" | "toolset";
  readonly tools: readonly string[];
  readonly text: string;
  readonly evidence: string;
}

export interface AuditReport {
  readonly calls: number;
  readonly tools: readonly ToolUse[];
  /** Tools of the project without a call, and the tokens of their declarations. */
  readonly neverCalled: readonly { readonly tool: string; readonly declared: number }[];
  readonly suggestions: readonly Suggestion[];
}

interface Reported {
  readonly lines: readonly AuditLine[];
  /** The tokens of the project's declarations, by tool. */
  readonly declared: ReadonlyMap<string, number>;
  readonly repairs: readonly ToolRepairs[];
}

const bytesOfToken = 4;

/** Counts the logged calls by tool, those that were called most first. */
export function auditReport({ lines, declared, repairs }: Reported): AuditReport {
  const names = [...new Set(lines.map(({ tool }) => tool))];
  const tools = names
    .map((tool) =>
      useOf(
        tool,
        lines.filter((line) => line.tool === tool),
        declared.get(tool),
      ),
    )
    .sort((one, other) => other.calls - one.calls || (one.tool < other.tool ? -1 : 1));
  const neverCalled = [...declared].filter(([tool]) => !names.includes(tool)).map(([tool, tokens]) => ({ tool, declared: tokens }));
  const known = { tools, neverCalled: neverCalled.sort((one, other) => other.declared - one.declared) };
  return { calls: lines.length, ...known, suggestions: suggestionsFor({ ...known, lines, repairs }) };
}

function useOf(tool: string, lines: readonly AuditLine[], declared: number | undefined): ToolUse {
  const count = (matches: (line: AuditLine) => boolean) => lines.filter(matches).length;
  const clients = new Map<string, number>();
  for (const { client, via } of lines) clients.set(client ?? via, (clients.get(client ?? via) ?? 0) + 1);
  return {
    tool,
    calls: lines.length,
    invalid: count(({ outcome }) => outcome === "invalid"),
    denied: count(({ outcome }) => outcome === "denied"),
    failed: count(({ outcome }) => outcome === "failed" || outcome === "timedOut" || outcome === "notStarted"),
    repaired: count(({ outcome, repairs }) => outcome !== "invalid" && repairs !== undefined),
    confirmed: count(({ answer }) => answer === "proceed_once" || answer === "proceed_always" || answer === "cancel"),
    clients: Object.fromEntries(clients),
    ...(declared !== undefined && { declared }),
    results: Math.round(lines.reduce((sum, { resultBytes = 0 }) => sum + resultBytes, 0) / bytesOfToken),
  };
}

/** The least number of calls that show something. */
const fewestCalls = 3;

/** The change of each kind that would help most, as far as there is evidence. */
function suggestionsFor({
  tools,
  neverCalled,
  lines,
  repairs,
}: Pick<AuditReport, "tools" | "neverCalled"> & Pick<Reported, "lines" | "repairs">): readonly Suggestion[] {
  return [...aliasSuggestion(repairs), ...descriptionSuggestion(tools, lines), ...toolsetSuggestion(neverCalled, lines)];
}

function aliasSuggestion(repairs: readonly ToolRepairs[]): readonly Suggestion[] {
  const candidates = repairs.flatMap(({ tool, aliases, counts }) =>
    Object.entries(aliases).flatMap(([parameter, names]) =>
      names.map((name) => ({ tool, parameter, name, times: sum(counts.filter(({ from }) => from === name).map(({ times }) => times)) })),
    ),
  );
  const [most] = candidates.sort((one, other) => other.times - one.times);
  if (most === undefined) return [];
  const { tool, parameter, name, times } = most;
  const text = `Add \`aliases: { ${parameter}: [${name}] }\` to ${tool}.`;
  return [{ change: "alias", tools: [tool], text, evidence: `Models named it so in ${plural(times, "call")} (toolgen repairs).` }];
}

function descriptionSuggestion(tools: readonly ToolUse[], lines: readonly AuditLine[]): readonly Suggestion[] {
  const [worst] = tools
    .filter(({ invalid, declared }) => invalid >= fewestCalls && declared !== undefined)
    .sort((one, other) => other.invalid - one.invalid);
  if (worst === undefined) return [];
  const { tool, calls, invalid } = worst;
  const problems = new Map<string, number>();
  for (const line of lines)
    if (line.tool === tool && line.outcome === "invalid")
      for (const problem of line.repairs ?? []) problems.set(problem, (problems.get(problem) ?? 0) + 1);
  const reasons = [...problems].sort(([, one], [, other]) => other - one).map(([problem, times]) => `${problem} ${times}`);
  const text = `Say in the descriptions of ${tool} and its parameters what is accepted, with an example.`;
  const why = reasons.length === 0 ? "" : `: ${reasons.join(", ")}`;
  return [{ change: "description", tools: [tool], text, evidence: `${invalid} of ${plural(calls, "call")} had wrong arguments${why}.` }];
}

function toolsetSuggestion(neverCalled: AuditReport["neverCalled"], lines: readonly AuditLine[]): readonly Suggestion[] {
  const tokens = sum(neverCalled.map(({ declared }) => declared));
  if (neverCalled.length === 0 || lines.length < fewestCalls) return [];
  const names = neverCalled.map(({ tool }) => tool);
  const text = `Put ${names.slice(0, 5).join(", ")}${names.length > 5 ? ` and ${names.length - 5} more` : ""} into a toolset that clients load when they need it.`;
  const evidence = `None of ${plural(lines.length, "call")} was of them, and their declarations cost ${groupDigits(tokens)} tokens.`;
  return [{ change: "toolset", tools: names, text, evidence }];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** Prints a report for users. */
export function formatAuditReport({ tools, neverCalled, suggestions }: AuditReport): string {
  const head = ["tool", "calls", "wrong", "denied", "failed", "repaired", "asked", "declared", "results", "clients"];
  const rows = tools.map((one) => [
    one.tool,
    ...[one.calls, one.invalid, one.denied, one.failed, one.repaired, one.confirmed].map(String),
    one.declared === undefined ? "-" : groupDigits(one.declared),
    groupDigits(one.results),
    Object.entries(one.clients)
      .map(([client, calls]) => `${client} ${calls}`)
      .join(", "),
  ]);
  const unused = neverCalled.map(({ tool, declared }) => `  ${tool} (${groupDigits(declared)} tokens)\n`);
  const advice = suggestions.map(({ text, evidence }) => `  ${text}\n    ${evidence}\n`);
  return [
    printTable([head, ...rows].map((row) => row.map(printable))),
    ...(unused.length === 0 ? [] : ["\nNever called:\n", ...unused.map(printableLines)]),
    ...(advice.length === 0 ? [] : ["\nWould help most:\n", ...advice.map(printableLines)]),
  ].join("");
}

const printableLines = (text: string) => text.split("\n").map(printable).join("\n");
