import type { ToolDefinition, ValidationError, Validator } from "../definition.js";
import type { JsonObject } from "../json.js";
import { type Refusal, refuse } from "../refusal.js";
import { argumentsObject } from "./arguments-object.js";
import { correctedCall } from "./corrected.js";
import { exclusiveProblems } from "./exclusive.js";
import { explain } from "./explain.js";
import { withoutHostKeys } from "./host-keys.js";
import { renameKnown } from "./known-names.js";
import { mayBeWrapped } from "./may-be-wrapped.js";
import { mend } from "./mend.js";
import type { Repair } from "./repairs.js";
import { type Reshaping, reshape } from "./reshape.js";
import { unwrap } from "./unwrap.js";

/** What of a tool's definition repair goes by. */
export type RepairRules = Pick<
  ToolDefinition,
  "params" | "aliases" | "wrap" | "coerce" | "ignore" | "ignoreIf" | "mutuallyExclusive" | "defaults"
> &
  Partial<Pick<ToolDefinition, "kind">>;

/** A tool as far as repair knows it. */
export interface RepairableTool {
  readonly definition: RepairRules;
  readonly validate: Validator;
}

/** Arguments under their canonical names, valid, with defaults, and what was changed for that; or what is wrong with them. */
export type Repaired = { readonly ok: true; readonly params: JsonObject; readonly repairs: readonly Repair[] } | Refusal;

/**
 * Turns what a model sent into what the tool declares, without guessing (DESIGN "What a call goes through"). The input is never
 * mutated. A correct call costs a copy and one validation: places are only mended when validation has refused them.
 */
export function repair({ definition, validate }: RepairableTool, input: unknown): Repaired {
  const repairs: Repair[] = [];
  const reshaping: Reshaping = { definition, validate, repairs, mayBeCut: onlyReads(definition.kind) };
  const bare = mayBeWrapped(input) ? unwrap(input, { ...reshaping, ...namesOf(definition) }) : input;
  const copied = argumentsObject(bare, definition.params);
  if (!copied.ok) return copied;
  const reshaped = reshape(withoutHostKeys(copied.params, definition.params, repairs), reshaping);
  if (reshaped.problems.length > 0) return refuse(reshaped.problems);

  const { params } = reshaped;
  if (!validate(params)) {
    const problems = mendRefused(params, reshaping);
    if (problems.length > 0) return refuse(problems);
  }
  const exclusive = definition.mutuallyExclusive.length === 0 ? [] : exclusiveProblems(definition, params);
  return exclusive.length > 0 ? refuse(exclusive) : { ok: true, params, repairs };
}

/** Mends arguments, a copy of ours, that validation has refused, in place: names first, then values. Answers what is still wrong. */
function mendRefused(params: JsonObject, { definition, validate, repairs, mayBeCut }: Reshaping): readonly string[] {
  if (validate.errors?.some(isAboutKeys) && renameKnown(params, validate.errors, { definition, repairs }) && validate(params)) return [];
  const left = (definition.coerce ?? []).flatMap((rule) => (rule.kind === "none" ? [rule.target] : []));
  const first = mend(params, { validate, left, mayBeCut, repairs });
  if (first.errors.length === 0) return [];
  // A list or an object that was read from a text has names of its own.
  const again = first.originals.size > 0 && renameKnown(params, first.errors, { definition, repairs }) && !validate(params);
  const { errors, originals } = again ? mend(params, { validate, left, mayBeCut, repairs }) : { ...first, errors: validate.errors ?? [] };
  if (errors.length === 0) return [];
  const problems = explain({ definition, params, errors, originals: new Map([...first.originals, ...originals]) });
  const corrected = correctedCall({ definition, params, errors }, validate);
  return corrected === undefined ? problems : [...problems, corrected];
}

const isAboutKeys = ({ keyword }: ValidationError) => ["required", "additionalProperties", "unevaluatedProperties"].includes(keyword);

/** A call that changes nothing may be completed where its JSON was cut off. */
const onlyReads = (kind: RepairRules["kind"]) => kind === "read" || kind === "search";

function namesOf({ params, aliases }: RepairRules) {
  const otherNames = aliases.filter(({ target }) => target.length === 1).flatMap(({ names }) => names);
  return { params, otherNames };
}
