import type { Repair } from "../contract/repair.js";
import type { AliasRule } from "../contract/repair-rules.js";
import { deepEqual } from "../json/deep-equal.js";
import { isEmpty } from "../json/is-empty.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json-value.js";
import type { Selector } from "../json/selector.js";
import { mapAt, type Steps } from "../json/selector.js";
import type { ChangedArguments } from "./changed-arguments.js";
import { noteRepair } from "./note-repair.js";
import { isLastSegment } from "./other-file.late.js";

interface NestedValue {
  readonly at: Steps;
  readonly value: JsonValue;
}

interface Hoisting {
  readonly repairs: Repair[];
  /** True if the parameter is a path: elements may then repeat its last segment. */
  readonly isPath: boolean;
}

/**
 * Moves a value of the whole call to the top if models put it inside elements of another parameter (`edits[].path`),
 * provided that all elements agree.
 */
export function hoistNestedValues(params: JsonObject, { target, nested = [] }: AliasRule, { repairs, isPath }: Hoisting): ChangedArguments {
  const name = target.at(-1) ?? "";
  const found: NestedValue[] = [];
  const rest = nested.reduce<JsonObject>((current, selector) => takeAt(current, selector, found), params);
  if (found.length === 0) return { params, problems: [] };
  const own = Object.hasOwn(params, name) && params[name] !== null ? [{ at: [name], value: params[name] as JsonValue }] : [];
  const [first, ...others] = [...own, ...found.filter(({ value }) => !isEmpty(value))];
  const isSegment = ({ value }: NestedValue) => isPath && own.length > 0 && isLastSegment(value, first?.value);
  const other = others.find((one) => !deepEqual(one.value, first?.value) && !isSegment(one));
  if (first !== undefined && other !== undefined) {
    const given = ({ at, value }: NestedValue) => ({ path: at, value });
    return { params, problems: [{ code: "conflict", path: [name], one: given(first), other: given(other), kind: "elements" }] };
  }
  for (const one of found) {
    const { at, value } = one;
    if (isEmpty(value)) noteRepair(repairs, "empty-alias", at);
    else if (isSegment(one)) noteRepair(repairs, "last-segment", at, [name]);
    else noteRepair(repairs, own.length > 0 || at !== first?.at ? "same-value" : "lifted", at, [name]);
  }
  return { params: first === undefined ? rest : { ...rest, [name]: first.value }, problems: [] };
}

function takeAt(params: JsonObject, selector: Selector, found: NestedValue[]): JsonObject {
  const name = selector.at(-1) ?? "";
  const changed = mapAt(params, selector.slice(0, -1), (holder, at) => {
    if (!isJsonObject(holder) || !Object.hasOwn(holder, name)) return holder;
    found.push({ at: [...at, name], value: holder[name] as JsonValue });
    return Object.fromEntries(Object.entries(holder).filter(([key]) => key !== name));
  });
  return isJsonObject(changed) ? changed : params;
}
