import { sortedJson } from "../../contract/json-value.js";
import { readOnlyKinds, riskLevels } from "../../contract/risk.js";
import type { NamelessChange } from "../../contract/surface-change.js";
import { compareResults } from "../../contract/surface-change.js";
import { compareAccess, compareLists } from "./compare-access.js";
import { compareParameters, findRenames, renameParameter } from "./compare-parameters.js";
import { compareDetails } from "./detail-rules.js";
import { type CompletionSurface, type CompletionsSurface, type Details, ownMember, type ToolSurface } from "./surface.js";

/**
 * Returns the changes between two forms of a tool. What was said of a renamed parameter is compared by its new name.
 */
export function compareTools(old: ToolSurface, after: ToolSurface): readonly NamelessChange[] {
  const renames = findRenames(old, after);
  const before = renames.reduce(renameParameter, old);
  return [
    ...renames.map(({ from, to }): NamelessChange => ({ code: "parameter-renamed", at: from, after: to })),
    ...compareMembership(before, after),
    ...compareParameters(before, after),
    ...compareExclusions(before, after),
    ...compareRepairs(before, after),
    ...compareResults(before.result, after.result),
    ...compareRisk(before, after),
    ...compareHints(before, after),
    ...compareAccess(before.access, after.access),
    ...compareTexts(before, after),
    ...compareDetails(before.details, after.details),
  ];
}

/** The texts that every document has. */
export function compareTexts(
  before: Pick<ToolSurface, "title" | "description">,
  after: Pick<ToolSurface, "title" | "description">,
): readonly NamelessChange[] {
  const title: readonly NamelessChange[] =
    before.title === after.title ? [] : [{ code: "title-changed", before: before.title, after: after.title }];
  return before.description === after.description ? title : [...title, { code: "description-changed" }];
}

/** The scopes that a caller's token needs. */
export const compareScopes = (before: readonly string[], after: readonly string[]): readonly NamelessChange[] =>
  compareLists({ before, after, removed: "scope-removed", added: "scope-added" });

/** The names that stand for the tool, and the clients and callers that have it. */
function compareMembership(before: ToolSurface, after: ToolSurface): readonly NamelessChange[] {
  return [
    ...compareLists({ before: before.nameAliases, after: after.nameAliases, removed: "tool-name-removed", added: "tool-name-added" }),
    ...compareLists({ before: before.targets, after: after.targets, removed: "target-removed", added: "target-added" }),
    ...compareLists({ before: before.toolsets, after: after.toolsets, removed: "toolset-removed", added: "toolset-added" }),
    ...compareScopes(before.scopes, after.scopes),
  ];
}

function compareExclusions(
  { mutuallyExclusive: before }: ToolSurface,
  { mutuallyExclusive: after }: ToolSurface,
): readonly NamelessChange[] {
  const groups = (all: ToolSurface["mutuallyExclusive"]) => all.map((group) => [...group].sort().join(", "));
  return compareLists({ before: groups(before), after: groups(after), removed: "exclusion-removed", added: "exclusion-added" });
}

/** The value of each MCP hint with which a client asks less: it claims that a tool does less. */
const relaxed = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

type Hinted = Pick<ToolSurface, "hints">;

/** Compares the hints of specs. A hint that a spec doesn't set follows from kind and risk, which are compared too. */
function compareHints({ hints: before }: Hinted, { hints: after }: Hinted): readonly NamelessChange[] {
  if (before === undefined || after === undefined) return [];
  return Object.entries(relaxed).flatMap(([keyword, relaxedValue]): readonly NamelessChange[] => {
    const [old, now] = [ownMember(before, keyword), ownMember(after, keyword)];
    if (old === now) return [];
    // The hint that then follows from kind and risk may be the relaxed one.
    const isRelaxed = now === relaxedValue || (now === undefined && old !== relaxedValue);
    return [{ code: isRelaxed ? "hint-relaxed" : "hint-tightened", keyword, before: old, after: now }];
  });
}

type Repaired = Pick<ToolSurface, "repairs">;

/** Compares what the specs' repairs accept. An older lock doesn't say it, and then nothing is compared. */
function compareRepairs({ repairs: before }: Repaired, { repairs: after }: Repaired): readonly NamelessChange[] {
  if (before === undefined || after === undefined) return [];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((at) =>
    compareLists({
      before: ownMember(before, at) ?? [],
      after: ownMember(after, at) ?? [],
      removed: "repair-removed",
      added: "repair-added",
      at,
    }),
  );
}

/** Compares the kind of two forms of a tool, its level of risk, and the confirmation of calls. */
function compareRisk(before: ToolSurface, after: ToolSurface): readonly NamelessChange[] {
  return [...compareKinds(before, after), ...compareLevels(before, after)];
}

function compareKinds({ kind: before }: ToolSurface, { kind: after }: ToolSurface): readonly NamelessChange[] {
  if (before === after) return [];
  const isRiskier = readOnlyKinds.has(before) && !readOnlyKinds.has(after);
  return [{ code: isRiskier ? "kind-riskier" : "kind-changed", before, after }];
}

type WithRisk = Pick<ToolSurface, "risk" | "details">;

/** Compares the level, and the confirmation of calls. A denial is reported as such, not as a lost confirmation. */
export function compareLevels(before: WithRisk, after: WithRisk): readonly NamelessChange[] {
  const [{ risk: old }, { risk: now }] = [before, after];
  const difference = riskLevels.indexOf(now.level) - riskLevels.indexOf(old.level);
  const level: readonly NamelessChange[] =
    difference === 0 ? [] : [{ code: difference > 0 ? "level-raised" : "level-lowered", before: old.level, after: now.level }];
  const isConfirmed = [old, now].map(({ requiresConfirmation }) => requiresConfirmation);
  const isSame = isConfirmed[0] === isConfirmed[1] || isDenied(before) !== isDenied(after);
  const confirmation: readonly NamelessChange[] = isSame ? [] : [{ code: isConfirmed[1] ? "confirmation-added" : "confirmation-removed" }];
  // Rules are compared as a whole: which of two sets is stricter depends on the arguments.
  const areEqual = sortedJson(ownRules(old)) === sortedJson(ownRules(now));
  const rules: readonly NamelessChange[] = areEqual ? [] : [{ code: "risk-rules-changed" }];
  return [...level, ...confirmation, ...rules];
}

/** A lock without details doesn't say it. */
const isDenied = ({ details = {} }: WithRisk) => details["risk.denied"] === true;

/** A single rule that always applies says the same as the level. It comes with any setting of the project. */
const ownRules = ({ rules }: ToolSurface["risk"]) => (rules.length === 1 && rules[0]?.when.length === 0 ? [] : [...rules]);

/** Compares the commands that complete the parameters of a prompt or a resource. */
export function compareCompletions(before: CompletionsSurface = {}, after: CompletionsSurface = {}): readonly NamelessChange[] {
  const parameters = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return parameters.flatMap((parameter): readonly NamelessChange[] => {
    const at = `complete.${parameter}`;
    const [old, now] = [ownMember(before, parameter), ownMember(after, parameter)];
    if (old === undefined) return now === undefined ? [] : [{ code: "completion-added", at, after: now.programs.join(", ") }];
    if (now === undefined) return [{ code: "completion-removed", at }];
    return [
      ...compareAccess(old, now).map((change) => ({ ...change, at: change.at === undefined ? at : `${at}.paths.${change.at}` })),
      ...compareCompletionDetails(old, now).map(
        ({ keyword }): NamelessChange => ({ code: "setting-changed", keyword: `${at}.${keyword}` }),
      ),
    ];
  });
}

/** No call depends on a completion, so any change is one of a setting. New paths and secrets are reported as access. */
function compareCompletionDetails({ details: before = {} }: CompletionSurface, { details: after = {} }: CompletionSurface) {
  const isNew = (key: string, other: Details) => /^(?:paths|secrets)\./.test(key) && !Object.hasOwn(other, key);
  const shared = (details: Details, other: Details) => Object.fromEntries(Object.entries(details).filter(([key]) => !isNew(key, other)));
  return compareDetails(shared(before, after), shared(after, before));
}
