import type { ToolDefinition, Validator } from "../definition.js";
import type { JsonObject } from "../json.js";
import { type Refusal, refuse } from "../refusal.js";
import { renameAliases } from "./aliases.js";
import { argumentsObject } from "./arguments-object.js";
import { exclusiveProblems } from "./exclusive.js";
import { explain } from "./explain.js";
import { withoutHostKeys } from "./host-keys.js";
import { withoutIgnored } from "./ignore.js";
import { isAccepted } from "./is-accepted.js";
import { renameKnown } from "./known-names.js";
import { mayBeWrapped } from "./may-be-wrapped.js";
import { mend } from "./mend.js";
import { unwrap } from "./unwrap.js";

/** What of a tool's definition repair goes by. */
export type RepairRules = Pick<ToolDefinition, "params" | "aliases" | "ignore" | "mutuallyExclusive" | "defaults">;

/** A tool as far as repair knows it. */
export interface RepairableTool {
  readonly definition: RepairRules;
  readonly validate: Validator;
}

/** Arguments under their canonical names, valid, with defaults; or what is wrong with them. */
export type Repaired = { readonly ok: true; readonly params: JsonObject } | Refusal;

/** Whether validation refused a key. */
const hasUnknown = ({ errors }: Validator) =>
  errors?.some(({ keyword }) => keyword === "additionalProperties" || keyword === "unevaluatedProperties");

function namesOf({ params, aliases }: RepairRules) {
  const otherNames = aliases.filter(({ target }) => target.length === 1).flatMap(({ names }) => names);
  return { params, otherNames };
}

/**
 * Turns what a model sent into what the tool declares, without guessing (DESIGN "What a call goes through"). The input is never
 * mutated. A correct call costs a copy and one validation: places are only mended when validation has refused them.
 */
export function repair({ definition, validate }: RepairableTool, input: unknown): Repaired {
  const { aliases, ignore, mutuallyExclusive } = definition;
  const copied = argumentsObject(mayBeWrapped(input) ? unwrap(input, { ...namesOf(definition), validate }) : input, definition.params);
  if (!copied.ok) return copied;
  const own = withoutHostKeys(copied.params, definition.params);
  const renamed =
    aliases.length === 0 ? { params: own, problems: [] } : renameAliases(own, aliases, (candidate) => isAccepted(candidate, validate));
  if (renamed.problems.length > 0) return refuse(renamed.problems);

  const params = ignore.length === 0 ? renamed.params : withoutIgnored(renamed.params, ignore);
  if (!validate(params) && !(hasUnknown(validate) && renameKnown(params, validate.errors ?? [], definition) && validate(params))) {
    const { errors, originals } = mend(params, validate);
    if (errors.length > 0) return refuse(explain({ definition, params, errors, originals }));
  }
  const exclusive = mutuallyExclusive.length === 0 ? [] : exclusiveProblems(definition, params);
  return exclusive.length > 0 ? refuse(exclusive) : { ok: true, params };
}
