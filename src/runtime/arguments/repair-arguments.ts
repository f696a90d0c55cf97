import type { ValidationError, Validator } from "../contract/definition.js";
import type { Refusal } from "../contract/refusal.js";
import type { PathExists, Repair, Repaired, RepairRules } from "../contract/repair.js";
import type { JsonObject, JsonValue } from "../json/json-value.js";
import { refuse } from "../refusal/refusal.late.js";
import { applyShapeRules, foreignKeys, type Reshaping } from "./apply-shape-rules.js";
import { argumentsObject } from "./arguments-object.js";
import { coerceInvalidValues } from "./coerce-invalid-values.late.js";
import { dropClientKeys } from "./drop-client-keys.js";
import { exclusiveProblems } from "./exclusive-problems.js";
import { explainProblems } from "./explain-problems.late.js";
import { findMarkup } from "./find-markup.late.js";
import { fixMisspelledKeys } from "./fix-misspelled-keys.late.js";
import { mayBeWrapped } from "./may-be-wrapped.js";
import { mayHoldMarkup } from "./may-have-more.js";
import { normalizeKeyCase } from "./normalize-key-case.late.js";
import { readListsInTexts } from "./read-lists-in-texts.late.js";
import { repairPlan } from "./repair-plan.js";
import { suggestCall } from "./suggest-call.late.js";
import { unwrap } from "./unwrap.late.js";

/** The parts of a tool that repair needs. */
export interface RepairableTool {
  readonly definition: RepairRules;
  readonly validate: Validator;
}

/**
 * Converts what a model sent to what the tool declares, without guessing (docs/repair.md). Never mutates the input. A
 * correct call costs a copy and one validation, because values are coerced only after validation has refused them.
 * `exists` is called for paths that end in a range of lines.
 */
export function repairArguments({ definition, validate }: RepairableTool, input: unknown, exists?: PathExists): Repaired {
  const repairs: Repair[] = [];
  const reshaping: Reshaping = { definition, validate, repairs, mayBeCut: onlyReads(definition.kind), exists };
  const bare = mayBeWrapped(input) ? unwrap(input, { ...reshaping, ...callNames(definition) }) : input;
  const copied = argumentsObject(bare, definition.params);
  if (!copied.ok) return copied;
  const swallowed = mayHoldMarkup(copied.params) ? findMarkup(copied.params, definition) : [];
  if (swallowed.length > 0) return refuse(swallowed);
  const canonical = inRounds(dropClientKeys(copied.params, definition.params, repairs), reshaping);
  if (!canonical.ok) return canonical;
  const exclusive = definition.mutuallyExclusive.length === 0 ? [] : exclusiveProblems(definition, canonical.params);
  return exclusive.length > 0 ? refuse(exclusive) : { ok: true, params: canonical.params, repairs };
}

/**
 * A coerced value can be subject to rules of the spec: a list that was parsed from a text has keys of its own. A few
 * rounds are enough.
 */
function inRounds(given: JsonObject, reshaping: Reshaping): { readonly ok: true; readonly params: JsonObject } | Refusal {
  const { definition, validate, repairs } = reshaping;
  const originals = new Map<string, JsonValue>();
  // Runs once: after a rename frees a name, another spelling must not claim it.
  const spelt = isSpeltOtherwise(given, definition) ? normalizeKeyCase(given, definition, repairs) : undefined;
  if (spelt !== undefined && spelt.problems.length > 0) return refuse(spelt.problems);
  let params = spelt?.params ?? given;
  for (let round = 0; ; round++) {
    const reshaped = applyShapeRules(params, reshaping);
    if (reshaped.problems.length > 0) return refuse(reshaped.problems);
    params = reshaped.params;
    if (validate(params)) return { ok: true, params: mayHoldList(params) ? readListsInTexts(params, reshaping) : params };
    const before = repairs.length;
    const errors = repairRefused(params, reshaping, originals);
    if (repairs.length > before && round < rounds) continue;
    if (errors.length === 0) return { ok: true, params };
    const problems = explainProblems({ definition, params, errors, originals });
    const corrected = suggestCall({ definition, params, errors }, validate);
    return refuse(corrected === undefined ? problems : [...problems, corrected]);
  }
}

const rounds = 4;

const mayHoldList = (params: JsonObject) => Object.values(params).some((value) => typeof value === "string" && /^\s*\[/.test(value));

/** Returns true if there is a key that is neither a parameter nor another name exactly as the spec declares it. */
function isSpeltOtherwise(params: JsonObject, definition: RepairRules): boolean {
  const foreign = foreignKeys(params, definition);
  // Most calls have declared names alone, and need no plan.
  const plan = foreign.length === 0 ? undefined : repairPlan(definition);
  return plan !== undefined && foreign.some((key) => !plan.names.has(key));
}

/**
 * Repairs arguments that validation has refused, in place (they are a copy): names first, then values. Returns the
 * remaining problems.
 */
function repairRefused(params: JsonObject, reshaping: Reshaping, originals: Map<string, JsonValue>): readonly ValidationError[] {
  const { definition, validate, repairs, mayBeCut } = reshaping;
  if (validate.errors?.some(isAboutKeys) && fixMisspelledKeys(params, validate.errors, { definition, repairs }) && validate(params))
    return [];
  const targets = (kind: "none" | "json" | "lines" | "path") =>
    (definition.coerce ?? []).flatMap((rule) => (rule.kind === kind ? [rule.target] : []));
  const coerced = coerceInvalidValues(params, {
    validate,
    uncoerced: targets("none"),
    json: targets("json"),
    lines: targets("lines"),
    paths: [...targets("path"), ...(definition.paths ?? []).map(({ target }) => target)],
    mayBeCut,
    repairs,
  });
  for (const [pointer, original] of coerced.originals) originals.set(pointer, original);
  return coerced.errors;
}

const isAboutKeys = ({ keyword }: ValidationError) =>
  ["required", "additionalProperties", "unevaluatedProperties", "propertyNames"].includes(keyword);

/** Truncated JSON may be completed for a call that changes nothing. */
const onlyReads = (kind: RepairRules["kind"]) => kind === "read" || kind === "search";

/** Returns the names by which a call can be recognised inside of what a model sent. */
export function callNames(definition: RepairRules) {
  const { name, params, kind, code } = definition;
  return { name, params, otherNames: [...(repairPlan(definition)?.names ?? [])], runsCode: kind === "execute" || code !== undefined };
}
