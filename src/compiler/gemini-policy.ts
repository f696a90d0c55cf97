import { decideTool } from "../call/decide-tool.js";
import type { ToolKind } from "../contract/definition.js";
import type { Condition, Decision } from "../contract/risk.js";
import {
  allTruths,
  argsPattern,
  conditionsByParameter,
  decideCell,
  mostSchemas,
  type ObservableValue,
  type ObservableValues,
  observableValues,
  type ParameterConditions,
  type Truth,
  truthOf,
  type When,
} from "./emit/print/argument-conditions.js";
import { type PrintPart, printJsonPart } from "./output-file.js";
import type { ToolModel } from "./tool-model.js";

/**
 * Gemini CLI's decision about a call: to execute it, to ask first, or to refuse. A tool that it would refuse isn't even
 * shown to the model.
 */
export type GeminiDecision = "allow" | "ask_user" | "deny";

/** The client's approval modes. */
export const geminiModes = ["default", "autoEdit", "yolo", "plan"] as const;
export type GeminiMode = (typeof geminiModes)[number];

/**
 * The policy's input for a tool: `requiresConfirmation` decides whether to ask, and the level and kind whether plan
 * mode may use it.
 */
interface GeminiPolicyInput {
  readonly decision: GeminiDecision;
  readonly inPlanMode: boolean;
}

const readingKinds: ReadonlySet<ToolKind> = new Set(["read", "search", "think", "fetch"]);

/**
 * Only safe, reading tools are for plan mode, which must not change anything. A spec's own `readOnlyHint` overrides its
 * kind.
 */
export function geminiPolicyInput({ risk, kind, annotations }: ToolModel): GeminiPolicyInput {
  return {
    decision: risk.isDenied ? "deny" : risk.requiresConfirmation ? "ask_user" : "allow",
    inPlanMode: risk.level === "safe" && (annotations.readOnlyHint ?? readingKinds.has(kind)),
  };
}

/**
 * The name under which the client registers a discovered tool: rules need it whole, wildcards don't match discovered
 * tools.
 */
export function geminiName(tool: Pick<ToolModel, "name">): string {
  return `discovered_tool_${tool.name}`;
}

/** Returns the client's decisions with the generated policy, attended and unattended. */
export function geminiDecisions(
  tool: ToolModel,
): Readonly<Record<GeminiMode, { readonly interactive: GeminiDecision; readonly headless: GeminiDecision }>> {
  const { decision, inPlanMode } = geminiPolicyInput(tool);
  const usual = { interactive: decision, headless: decision === "allow" ? "allow" : "deny" } as const;
  return {
    default: usual,
    autoEdit: usual,
    yolo: decision === "deny" ? usual : { interactive: "allow", headless: "allow" },
    plan: inPlanMode ? usual : { interactive: "deny", headless: "deny" },
  };
}

/** Words that the client looks for in a tool's name, and keys in its arguments that may hold a file (0.61). */
export const editingWords: readonly string[] = ["write", "edit", "replace", "patch", "update", "create", "append", "save"];
export const pathParameters: readonly string[] = ["file_path", "path", "filePath", "file"];

/**
 * Returns the word in a tool's name by which the client takes it for an editor of files: it asks about calls of it
 * whose path is a build file, such as `package.json`, or denies them unattended, whatever a policy allows.
 */
export function buildFileWord({ name, definition }: ToolModel): string | undefined {
  const { params, aliases, wrap = [] } = definition;
  // Names of elements count, too, where `wrap` takes their keys at the top.
  const others = aliases.flatMap(({ target, names }) =>
    target.length === 1 || wrap.some((rule) => rule.target === target[0]) ? names : [],
  );
  const accepted = [...params, ...others, ...wrap.flatMap(({ keys }) => keys)];
  if (!pathParameters.some((param) => accepted.includes(param))) return undefined;
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .find((word) => editingWords.includes(word));
}

/** The parts of Gemini CLI's policy for a tool that depend on arguments. */
export interface GeminiArguments {
  readonly rules: readonly ArgumentRule[];
  /** The rules that differ from the tool's decision and that the policy can't express, with the reasons. */
  readonly lost: readonly Lost[];
}

interface ArgumentRule {
  readonly decision: "allow" | "deny";
  /** In words. */
  readonly when: string;
  readonly argsPattern: string;
}

interface Lost {
  /** `risk.rules.0`, or a setting. */
  readonly rule: string;
  readonly decision: Decision;
  readonly because: string;
}

const nothing: GeminiArguments = { rules: [], lost: [] };

/** Users wouldn't read more, and it would take too long for a build. */
const mostPairs = 200_000;
const mostRules = 12;

/**
 * Returns the differences by arguments. An allowing rule is written only if every call that its pattern matches is
 * allowed, however it is repaired. A denying rule is written if every such call is denied. A call that evades it is
 * refused when it is made.
 */
export function geminiArguments(tool: ToolModel): GeminiArguments {
  const conditioned = conditionsByParameter(tool);
  if (conditioned.length === 0) return nothing;
  const { decision: whole } = decideTool(tool.definition);
  const decisions = (["allow", "deny"] as const).filter((decision) => decision !== whole && !(decision === "allow" && whole === "deny"));
  if (conditioned.some(({ conditions }) => conditions.filter((one) => "fits" in one).length > mostSchemas)) return tooMany(whole);
  const params = conditioned.map((one) => {
    const detected = withoutVarying(observableValues(tool, one.param, one.listed), one);
    return {
      ...one,
      detected,
      truths: allTruths(one),
      seen: detected.seen.map(({ given, value }) => ({ given, truth: truthOf(one, value) })),
    };
  });
  const cellCount = params.reduce((count, { truths }) => count * truths.length, 1);
  const choiceCount = params.reduce((count, { seen }) => count * (seen.length + 1), 1);
  if (cellCount * choiceCount > mostPairs) return tooMany(whole);
  const cells = cellsOf(tool, params);
  return decisions
    .map((decision) => rulesFor(tool, { decision, params, cells }))
    .reduce((a, b) => ({ rules: [...a.rules, ...b.rules], lost: [...a.lost, ...b.lost] }), nothing);
}

/** Without the texts that no condition lists, where a schema may hold of some of them and not of others. */
function withoutVarying(detected: ObservableValues, { conditions }: ParameterConditions): ObservableValues {
  const varies = conditions.some((one) => "fits" in one && !Object.keys(one.fits).every((keyword) => equalForTexts.includes(keyword)));
  return varies ? { ...detected, seen: detected.seen.filter(({ given }) => given.kind !== "other"), isWhole: false } : detected;
}

/** Keywords that hold of all texts or of none. */
const equalForTexts = ["type", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];

const tooMany = (decision: Decision): GeminiArguments => ({
  rules: [],
  lost: [{ rule: "risk", decision, because: "it depends on too many values" }],
});

interface Param extends ParameterConditions {
  readonly detected: ObservableValues;
  readonly truths: readonly Truth[];
  readonly seen: readonly { readonly given: ObservableValue; readonly truth: Truth }[];
}

/** A combination of conditions on all parameters, with its decision. */
interface Cell {
  readonly truths: readonly Truth[];
  readonly decision: Decision;
  readonly from: string;
}

function cellsOf(tool: ToolModel, params: readonly Param[]): readonly Cell[] {
  return product(params.map(({ truths }) => truths)).map((truths) => {
    const held = new Set(params.flatMap(({ conditions }, i) => conditions.filter((_, k) => truths[i]?.[k] === "1")));
    return { truths, ...decideCell(tool, (condition: Condition) => held.has(condition)) };
  });
}

interface RuleRequest {
  readonly decision: "allow" | "deny";
  readonly params: readonly Param[];
  readonly cells: readonly Cell[];
}

/** The visible value of each parameter; `undefined` if it doesn't matter. */
type Choice = readonly (Param["seen"][number] | undefined)[];

function rulesFor(tool: ToolModel, { decision, params, cells }: RuleRequest): GeminiArguments {
  const choices = product<Choice[number]>(params.map(({ seen }) => [undefined, ...seen])).sort((a, b) => weight(a) - weight(b));
  const chosen: Choice[] = [];
  for (const choice of choices) {
    const covered = cells.filter(({ truths }) => isIn(truths, choice));
    const isNew = !chosen.some((other) => other.every((one, i) => one === undefined || one === choice[i]));
    if (isNew && covered.length > 0 && covered.every((cell) => cell.decision === decision)) chosen.push(choice);
  }
  const merged = merge(chosen);
  const written = merged.slice(0, mostRules).flatMap((choice) => {
    const when: When = new Map(
      choice.flatMap((seen, i) => (seen === undefined ? [] : [[params[i]?.param ?? "", seen.map(({ given }) => given)] as const])),
    );
    const isStrict = decision === "allow" || [...when.values()].flat().some(({ kind }) => kind === "absent");
    const pattern = argsPattern(when, { params: tool.definition.params, isStrict });
    return pattern === undefined ? [] : [{ choice, rule: { decision, when: describeWhen(when), argsPattern: pattern } }];
  });
  const uncovered = cells.filter((cell) => cell.decision === decision && !written.some(({ choice }) => isAllOf(cell, choice, params)));
  const unsupported = uncovered.map((cell): Lost => {
    const unseen = params.flatMap(({ seen, detected }, i) => {
      const truth = cell.truths[i] ?? "";
      return isAllSeen(detected, seen, truth) ? [] : [{ detected, holds: truth.includes("1") }];
    });
    const [first] = [...unseen.filter(({ holds }) => holds), ...unseen];
    return { rule: cell.from, decision, because: first?.detected.because ?? "too many patterns would be needed" };
  });
  return {
    rules: written.map(({ rule }) => rule),
    lost: [...new Map(unsupported.map((one) => [`${one.rule} ${one.because}`, one])).values()],
  };
}

const weight = (choice: Choice) => choice.filter((one) => one !== undefined).length;
const isIn = (truths: readonly Truth[], choice: Choice) => choice.every((seen, i) => seen === undefined || seen.truth === truths[i]);

type Merged = readonly (readonly Param["seen"][number][] | undefined)[];
/** Returns true if a pattern matches all calls of a cell that use the right names. */
const isAllOf = ({ truths }: Cell, choice: Merged, params: readonly Param[]) =>
  choice.every((seen, i) => seen === undefined || isAllSeen(params[i]?.detected, seen, truths[i] ?? ""));

/** Returns true if the visible values are all values of a cell: single ones, if a condition lists them. */
const isAllSeen = (detected: ObservableValues | undefined, seen: Param["seen"], truth: Truth) =>
  seen.some((one) => one.truth === truth) && (detected?.isWhole === true || truth.includes("1"));

/** Merges two that differ in only one parameter. */
function merge(choices: readonly Choice[]): readonly Merged[] {
  const merged: Merged[] = [];
  for (const choice of choices) {
    const one: Merged = choice.map((seen) => seen && [seen]);
    const at = merged.findIndex((other) => differing(other, one).length === 1 && differing(other, one).every((i) => other[i] && one[i]));
    const other = merged[at];
    if (other === undefined) merged.push(one);
    else merged[at] = other.map((seen, i) => (differing(other, one).includes(i) ? [...(seen ?? []), ...(one[i] ?? [])] : seen));
  }
  return merged;
}

const differing = (a: Merged, b: Merged) => a.flatMap((seen, i) => (JSON.stringify(seen) === JSON.stringify(b[i]) ? [] : [i]));

function product<T>(lists: readonly (readonly T[])[]): (readonly T[])[] {
  return lists.reduce<(readonly T[])[]>((all, list) => all.flatMap((one) => list.map((item) => [...one, item])), [[]]);
}

const describeWhen = (when: When) =>
  [...when].map(([param, given]) => `${param} is ${given.map(describeGiven).join(" or ")}`).join(" and ");

function describeGiven(given: ObservableValue): string {
  switch (given.kind) {
    case "absent":
      return "absent";
    case "is":
      return JSON.stringify(given.value);
    case "other":
      return given.than.length === 0 ? "a text" : `a text other than ${given.than.map((text) => JSON.stringify(text)).join(", ")}`;
  }
}

/** Returns the differences by arguments, from an earlier build if possible. */
export function cachedArguments(part: PrintPart): (tool: ToolModel) => GeminiArguments {
  return (tool) => printJsonPart(part, tool, "gemini-arguments", () => geminiArguments(tool));
}
