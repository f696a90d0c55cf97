import type { CleanRule, CoerceRule, RangeRule, Validator } from "../definition.js";
import type { JsonObject } from "../json.js";
import { renameAliases } from "./aliases.js";
import { cleanValues } from "./clean.js";
import { withoutIgnored, withoutIgnoredIf } from "./ignore.js";
import { isAccepted } from "./is-accepted.js";
import { liftPlaces } from "./lift.js";
import { applyRange, takeRanges } from "./range.js";
import type { RepairRules } from "./repair.js";
import type { Repair } from "./repairs.js";
import { restyle } from "./restyle.js";
import { type Changed, wrapElements } from "./wrap.js";

/** A call under repair: by which rules, and what was changed so far. */
export interface Reshaping {
  readonly definition: RepairRules;
  readonly validate: Validator;
  readonly repairs: Repair[];
  /** Whether JSON that was cut off may be completed. */
  readonly mayBeCut: boolean;
}

/**
 * Applies what the spec declares of other names and shapes (SPEC §3), before validation: spelling, ranges, aliases, `wrap`, values that stand
 * too deep, `coerce`, `ignore`. A stage without rules costs nothing, and arguments under declared names alone skip those that look for others.
 */
export function reshape(params: JsonObject, reshaping: Reshaping): Changed {
  const { definition, validate, repairs, mayBeCut } = reshaping;
  const { aliases, wrap, coerce, ignore, ignoreIf } = definition;
  const isForeign = (key: string) => !definition.params.includes(key);
  if (aliases.length === 0 && wrap === undefined && coerce === undefined && ignore.length === 0 && ignoreIf === undefined)
    return { params, problems: [] };

  const foreign = Object.keys(params).some(isForeign);
  const spelt = foreign ? restyle(params, definition, repairs) : params;
  const taken = coerce === undefined ? { params: spelt, ranges: undefined } : takeRanges(spelt, coerce.filter(isRange));
  const accepts = (candidate: Parameters<typeof isAccepted>[0]) => isAccepted(candidate, validate);
  const [top, nested] = [aliases.filter(({ target }) => target.length === 1), aliases.filter(({ target }) => target.length > 1)];
  const steps: ((params: JsonObject) => Changed)[] = [
    ...(foreign && top.length > 0 ? [(now: JsonObject) => renameAliases(now, top, { accepts, repairs })] : []),
    ...(wrap ?? []).map((rule) => (now: JsonObject) => {
      const blocks = (coerce ?? []).flatMap((one) => (one.kind === "searchReplace" && one.target === rule.target ? one.names : []));
      return wrapElements(now, { rule, aliases, params: definition.params, blocks, mayBeCut, repairs, accepts });
    }),
    ...(nested.length > 0 ? [(now: JsonObject) => renameAliases(now, nested, { accepts, repairs })] : []),
    ...top.filter(({ places }) => places !== undefined).map((rule) => (now: JsonObject) => liftPlaces(now, rule, repairs)),
    ...(coerce ?? []).filter(isRange).map((rule) => (now: JsonObject) => {
      return applyRange(now, { rule, ranges: taken.ranges?.get(rule.start) ?? [], repairs });
    }),
    ...(ignoreIf === undefined ? [] : [(now: JsonObject) => withoutIgnoredIf(now, ignoreIf, repairs)]),
  ];
  const changed = steps.reduce<Changed>(
    (now, step) => {
      if (now.problems.length > 0) return now;
      return step(now.params);
    },
    { params: taken.params, problems: [] },
  );
  const cleaners = (coerce ?? []).filter(isCleaner);
  const clean = cleaners.length === 0 ? changed.params : cleanValues(changed.params, cleaners, repairs);
  return { params: ignore.length === 0 ? clean : withoutIgnored(clean, ignore, repairs), problems: changed.problems };
}

const isRange = (rule: CoerceRule): rule is RangeRule => rule.kind === "range";
const isCleaner = (rule: CoerceRule): rule is CleanRule => rule.kind === "lines" || rule.kind === "path";
