import type { Validator } from "../../contract/definition.js";
import {
  deepEqual,
  isArray,
  isEmpty,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  pointerStep,
  type Steps,
} from "../../contract/json-value.js";
import type { Problem } from "../../contract/problem.js";
import type { Repair } from "../../contract/repair.js";
import { parseExactJson, parseTextJson } from "../../contract/repair-json.late.js";
import type { AliasRule, WrapRule } from "../../contract/repair-rules.js";
import { namesOfWrapped } from "../call-arguments.js";
import { parseSearchReplace } from "./parse-search-replace.js";
import { type Accepts, type Renaming, renameAliases } from "./rename-aliases.late.js";
import { type ChangedArguments, noteRepair } from "./repair-plan.js";

/** The data that wrapping needs besides the arguments. */
export interface Wrapping {
  readonly rule: WrapRule;
  readonly aliases: readonly AliasRule[];
  readonly params: readonly string[];
  /** Names under which blocks of SEARCH and REPLACE may stand. */
  readonly blocks: readonly string[];
  readonly mayBeCut: boolean;
  readonly repairs: Repair[];
}

/**
 * Builds the elements of the array of `wrap`: an element at the top is appended, an array in a text is parsed, a single
 * object becomes a list of one, and a list of values becomes an element by the order of the rule's keys. Elements that
 * are already present aren't added again.
 */
export function wrapElements(params: JsonObject, { accepts, ...wrapping }: Wrapping & Pick<Renaming, "accepts">): ChangedArguments {
  const { rule, repairs } = wrapping;
  const own = Object.hasOwn(params, rule.target) ? (params[rule.target] as JsonValue) : null;
  const opened = own === null ? [] : elementsOf(own, wrapping);
  // A value that isn't a list of elements is refused unchanged, together with the element at the top.
  if (opened === undefined) return { params, problems: [] };
  const nested = wrapping.aliases.filter(({ target: [array, each] }) => array === rule.target && each === "[]");
  const renamed = renameAliases({ ...params, [rule.target]: opened }, nested, { accepts, repairs });
  const blocks = takeBlocks(renamed.params, wrapping);
  const loose = takeLoose(blocks.params, wrapping);
  const elements = blocks.params[rule.target];
  if (!isArray(elements) || (loose.element === undefined && blocks.elements.length === 0 && own === null))
    return { params, problems: [...renamed.problems, ...blocks.problems] };

  const added = [...blocks.elements, ...(loose.element === undefined ? [] : [loose.element])];
  const all = added.length === 0 ? [...elements] : withoutEmpty(elements, wrapping);
  if (own === null && Object.hasOwn(params, rule.target)) noteRepair(repairs, "absent", [rule.target]);
  for (const element of added) {
    if (all.some((other) => isSameElement(other, element, rule))) {
      noteRepair(repairs, "duplicate", Object.keys(element).slice(0, 1));
      continue;
    }
    for (const key of Object.keys(element))
      noteRepair(repairs, element === loose.element ? "wrap" : "search-replace", [key], [rule.target, all.length, key]);
    all.push(element);
  }
  return { params: { ...loose.params, [rule.target]: all }, problems: [...renamed.problems, ...blocks.problems, ...loose.problems] };
}

/** A list whose elements are all empty counts as empty, if elements are also given in another way. */
function withoutEmpty(elements: readonly JsonValue[], { rule, repairs }: Wrapping): JsonValue[] {
  if (!elements.every(isEmpty)) return [...elements];
  for (const i of elements.keys()) noteRepair(repairs, "empty-element", [rule.target, i]);
  return [];
}

/**
 * Returns the elements that a value holds; `undefined` if it is neither a list, nor an element, nor a text of either.
 */
function elementsOf(value: JsonValue, wrapping: Wrapping): readonly JsonValue[] | undefined {
  const { rule, repairs, mayBeCut } = wrapping;
  const read = typeof value === "string" ? parseTextJson(value, { mayBeCut }) : undefined;
  if (read !== undefined) noteRepair(repairs, read.repaired ? "mended-json" : "json-text", [rule.target], [rule.target]);
  const plain = read === undefined ? value : read.value;
  if (typeof plain === "string") {
    const blocks = parseSearchReplace(plain, rule);
    if (blocks !== undefined) noteRepair(repairs, "search-replace", [rule.target], [rule.target]);
    return blocks;
  }
  if (isJsonObject(plain)) {
    noteRepair(repairs, "list-of-one", [rule.target], [rule.target]);
    return [plain];
  }
  return isArray(plain) ? plain.map((element, i) => elementOf(element, i, wrapping)) : undefined;
}

function elementOf(element: JsonValue, i: number, { rule, repairs, mayBeCut }: Wrapping): JsonValue {
  const at = [rule.target, i];
  const read = typeof element === "string" ? parseTextJson(element, { mayBeCut }) : undefined;
  if (isJsonObject(read?.value)) {
    noteRepair(repairs, read.repaired ? "mended-json" : "json-text", at, at);
    return read.value;
  }
  const isTuple = isArray(element) && element.length === rule.keys.length && element.every((value) => typeof value !== "object");
  if (!isTuple) return element;
  noteRepair(repairs, "tuple", at, at);
  return Object.fromEntries(rule.keys.map((key, k) => [key, element[k] as JsonValue]));
}

/** Two elements are equal if all their keys that may stand at the top are equal. */
function isSameElement(one: JsonValue, other: JsonValue, { keys }: WrapRule): boolean {
  return isJsonObject(one) && isJsonObject(other) && keys.every((key) => deepEqual(one[key], other[key]));
}

/** Removes the keys that stand for one element, under their own names. Empty values beside elements are dropped. */
function takeLoose(params: JsonObject, { rule, aliases, params: declared, repairs }: Wrapping) {
  const owned = aliases.filter(({ target }) => target.length === 1).flatMap(({ names }) => names);
  const names = rule.keys.map((key) => {
    const all = namesOfWrapped({ aliases, target: rule.target, key });
    return { key, names: all.filter((name) => !declared.includes(name) && !owned.includes(name)) };
  });
  const taken = names.flatMap((one) => one.names).filter((name) => Object.hasOwn(params, name));
  if (taken.length === 0) return { params, element: undefined, problems: [] };
  const isTaken = ([name]: [string, JsonValue]) => taken.includes(name);
  const entries = Object.entries(params);
  const rules = names.map(({ key, names: others }): AliasRule => ({ target: [key], names: others.filter((name) => name !== key) }));
  const { params: element, problems } = renameAliases(Object.fromEntries(entries.filter(isTaken)), rules, { accepts: () => true, repairs });
  const rest = Object.fromEntries(entries.filter((entry) => !isTaken(entry)));
  const elements = params[rule.target];
  const hasContent = Object.values(element).some(
    (value) => value !== null && (value !== "" || !isArray(elements) || elements.length === 0),
  );
  if (hasContent) return { params: rest, element: withoutNulls(element), problems };
  for (const name of taken) noteRepair(repairs, "empty-alias", [name]);
  return { params: rest, element: undefined, problems };
}

const withoutNulls = (object: JsonObject): JsonObject => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));

/** Removes the keys that hold SEARCH/REPLACE blocks, and returns the blocks as elements. */
function takeBlocks(params: JsonObject, { rule, blocks, repairs }: Wrapping) {
  const found = blocks.flatMap((name) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    const elements = typeof value === "string" ? parseSearchReplace(value, rule) : undefined;
    return elements === undefined ? [] : [{ name, elements }];
  });
  const names = new Set(found.map(({ name }) => name));
  for (const name of blocks.filter((one) => Object.hasOwn(params, one) && isEmpty(params[one] ?? null))) {
    noteRepair(repairs, "empty-alias", [name]);
    names.add(name);
  }
  for (const { name } of found) noteRepair(repairs, "search-replace", [name], [rule.target]);
  const rest = names.size === 0 ? params : Object.fromEntries(Object.entries(params).filter(([key]) => !names.has(key)));
  const unread = blocks.filter((name) => Object.hasOwn(rest, name));
  return {
    params: rest,
    elements: found.flatMap(({ elements }) => elements),
    problems: unread.map((name): Problem => ({ code: "not-blocks", path: [name], instead: rule.target })),
  };
}

/**
 * Replaces texts at the top that are a JSON list as a whole by the list, where the schema takes a text and that list. A
 * parameter that takes values of other types too may take anything, so its text stays.
 */
export function readListsInTexts(
  params: JsonObject,
  { validate, repairs }: { readonly validate: Validator; readonly repairs: Repair[] },
): JsonObject {
  const lists = Object.entries(params).flatMap(([name, text]): [string, JsonValue][] => {
    const list = typeof text === "string" ? parseExactJson(text) : undefined;
    if (!isArray(list) || !list.every((element) => typeof element !== "object")) return [];
    const accepts = (value: JsonValue) => isAccepted({ params, at: [name], value }, validate);
    return accepts(list) && ![true, 0, {}].some(accepts) ? [[name, list]] : [];
  });
  for (const [name] of lists) noteRepair(repairs, "json-text", [name], [name]);
  return lists.length === 0 ? params : { ...params, ...Object.fromEntries(lists) };
}

/** Returns true if validation finds no problem with a value, or inside it, at a path of some arguments. */
export function isAccepted({ params, at, value }: Parameters<Accepts>[0], validate: Validator): boolean {
  // The validator writes defaults into the value that it checks.
  if (validate(structuredClone(withValue(params, at, value)))) return true;
  const pointer = at.map((step) => `/${pointerStep(String(step))}`).join("");
  return !(validate.errors ?? []).some(({ instancePath }) => instancePath === pointer || instancePath.startsWith(`${pointer}/`));
}

function withValue(here: JsonValue, [step, ...rest]: Steps, value: JsonValue): JsonValue {
  if (step === undefined) return value;
  if (isArray(here)) return here.map((element, i) => (i === step ? withValue(element, rest, value) : element));
  const inner = isJsonObject(here) && Object.hasOwn(here, String(step)) ? (here[String(step)] as JsonValue) : null;
  return { ...(isJsonObject(here) ? here : {}), [String(step)]: withValue(inner, rest, value) };
}
