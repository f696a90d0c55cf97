import type { ToolDefinition, ValidationError } from "../../contract/definition.js";
import type { Steps } from "../../contract/json-value.js";
import { closest } from "../../contract/names.js";
import type { Problem } from "../../contract/problem.js";
import { describeConstraint } from "../schema-keywords.js";
import { aliasRulesAt } from "./repair-plan.js";

/**
 * An error and, for keywords that try other schemas, the errors of those schemas: they explain it and are not mistakes
 * of their own.
 */
export interface ErrorGroup {
  readonly error: ValidationError;
  readonly causes: readonly ErrorGroup[];
}

const gathering = new Set(["anyOf", "oneOf", "contains", "propertyNames", "if"]);

/**
 * Keywords that a validator tries before `anyOf` and its like at the same level, so their errors can stand right before
 * it.
 */
const early =
  /^(?:type|enum|const|not|anyOf|oneOf|allOf|if|then|else|format|pattern|multipleOf|(?:min|max|exclusiveMin|exclusiveMax)(?:imum|Length))(?:\/|$)/;

/**
 * Puts errors under the keyword that tried their schema. A validator reports them in one run, right before that
 * keyword's own error.
 */
export function groupErrors(errors: readonly ValidationError[]): readonly ErrorGroup[] {
  const groups: ErrorGroup[] = [];
  for (const error of errors) {
    if (!gathering.has(error.keyword)) {
      groups.push({ error, causes: [] });
      continue;
    }
    let from = groups.length;
    while (from > 0 && explains(groups[from - 1]?.error, error)) from--;
    const causes = groups.splice(from);
    // An error in `then` or `else` is a plain mistake: the `if` adds nothing to it.
    if (error.keyword === "if" && causes.length > 0) groups.push(...causes);
    else groups.push({ error, causes });
  }
  return groups;
}

function explains(cause: ValidationError | undefined, error: ValidationError): boolean {
  if (cause === undefined) return false;
  if (error.keyword === "propertyNames")
    return cause.instancePath === error.instancePath && cause.propertyName === error.params.propertyName;
  const below = cause.instancePath.startsWith(`${error.instancePath}/`);
  if (error.keyword === "contains") return below && !isOwn(cause, error);
  return (below || cause.instancePath === error.instancePath) && cause.propertyName === undefined && !isOwn(cause, error);
}

/** The schema path of a keyword about the same value as the schema where the path begins. */
const sameValue = /^(?:(?:allOf|anyOf|oneOf)\/\d+\/|(?:if|then|else|not)\/)*[^/]+$/;

/** Returns true if the cause is from a keyword beside the error's. After a reference, schema paths don't show that. */
function isOwn({ schemaPath: inner, instancePath: at }: ValidationError, error: ValidationError): boolean {
  const { schemaPath: outer, keyword, instancePath } = error;
  if (inner === undefined || outer === undefined) return false;
  const level = outer.slice(0, -keyword.length);
  const tried = keyword === "if" ? /^(?:then|else)\// : undefined;
  if (!inner.startsWith(level) || inner.startsWith(`${outer}/`)) return false;
  const rest = inner.slice(level.length);
  // A recursive schema has the same path for a value inside its value.
  if (at !== instancePath && sameValue.test(rest)) return false;
  return tried?.test(rest) === true ? false : early.test(rest);
}

/** Groups causes by the branch that they come from. A cause whose branch is unknown is a group of its own. */
function branchesOf({ error, causes }: ErrorGroup): readonly (readonly ErrorGroup[])[] {
  const branches = new Map<string, ErrorGroup[]>();
  for (const [i, cause] of causes.entries()) {
    const within = error.schemaPath !== undefined && cause.error.schemaPath?.startsWith(`${error.schemaPath}/`);
    const index = within ? cause.error.schemaPath?.slice((error.schemaPath?.length ?? 0) + 1).split("/")[0] : undefined;
    const key = index ?? /^#\/\$defs\/[^/]*/.exec(cause.error.schemaPath ?? "")?.[0] ?? `#${i}`;
    const grouped = branches.get(key);
    if (grouped === undefined) branches.set(key, [cause]);
    else grouped.push(cause);
  }
  return [...branches.values()];
}

const mostBranches = 4;
const mostDemands = 3;
const mostKeys = 12;

/** Names a path inside the arguments, for a message. */
type Naming = (pointer: string) => string;

/**
 * Explains why no branch of a union accepted the value: the mistakes of the one branch that was evidently meant, or
 * else one phrase over all branches, to follow "must".
 */
export function unionProblem(group: ErrorGroup, naming: Naming): { readonly meant: readonly ErrorGroup[] } | { readonly demand: string } {
  const { error, causes } = group;
  const passing = error.params.passingSchemas;
  if (Array.isArray(passing) && passing.length > 1) {
    return { demand: `fit exactly one of the forms that the tool lists, and fits ${passing.length} of them at once` };
  }
  const branches = branchesOf(group);
  if (causes.length > 0 && causes.every((cause) => isMissing(cause) && cause.error.instancePath === error.instancePath)) {
    const amount = error.keyword === "oneOf" ? "exactly" : "at least";
    return { demand: `have ${amount} one of the keys ${branches.slice(0, mostKeys).map(keysText).join(", ")}` };
  }
  const meant = branches.filter((branch) => !branch.some((cause) => isOtherKind(cause, error.instancePath)));
  if (meant.length === 1 && meant[0] !== undefined && causes.some((cause) => isInside(cause, error.instancePath)))
    return { meant: meant[0] };

  const phrases = [...new Set(branches.map((branch) => branchPhrase(branch, error.instancePath, naming)))];
  const shown = phrases.slice(0, mostBranches).join("; or ");
  return {
    demand: phrases.length === 0 ? "fit one of the forms that the tool lists" : phrases.length > mostBranches ? `${shown}; or …` : shown,
  };
}

/** A branch with another type or another constant is a different kind of value than the given one. */
function isOtherKind({ error }: ErrorGroup, at: string): boolean {
  return error.keyword === "const" || error.keyword === "enum" || (error.keyword === "type" && error.instancePath === at);
}

/** Only an object or a list shows which branch was meant. For a scalar, all branches are listed. */
function isInside(cause: ErrorGroup, at: string): boolean {
  return cause.error.instancePath !== at || isMissing(cause);
}

const isMissing = ({ error }: ErrorGroup) => error.keyword === "required";

function keysText(branch: readonly ErrorGroup[]): string {
  return branch.map((cause) => `\`${cause.error.params.missingProperty}\``).join(" with ");
}

function branchPhrase(branch: readonly ErrorGroup[], at: string, naming: Naming): string {
  const phrases = branch.slice(0, mostDemands).map((cause) => {
    const { error } = cause;
    const inner = error.keyword === "anyOf" || error.keyword === "oneOf" ? unionProblem(cause, naming) : undefined;
    const requirement = inner !== undefined && "demand" in inner ? inner.demand : describeConstraint(error);
    return error.instancePath === at ? requirement : `have ${naming(error.instancePath)}, which must ${requirement}`;
  });
  return phrases.join(" and ");
}

/** A key that nothing declares, with the closest declared name. */
interface UnknownKey {
  readonly definition: Pick<ToolDefinition, "params" | "aliases" | "wrap">;
  readonly key: string;
  /** The object that holds the key. */
  readonly at: Steps;
  /** Names that are certain to be accepted there, such as missing ones. */
  readonly accepted: readonly string[];
}

export function unknownKey({ definition, key, at, accepted }: UnknownKey): Problem {
  const rules = aliasRulesAt(at, definition.aliases);
  const canonical = new Map(rules.flatMap((rule) => rule.names.map((name): [string, string] => [name, rule.target.at(-1) ?? name])));
  const top = at.length === 0;
  const wrapped = (definition.wrap ?? []).flatMap(({ keys }) => keys);
  const names = [...new Set([...(top ? [...definition.params, ...wrapped] : []), ...accepted, ...canonical.values()])];
  const similar = closest(key, [...names, ...canonical.keys()]);
  const suggestion = similar === undefined ? undefined : [...at, canonical.get(similar) ?? similar];
  return { code: "unknown", path: [...at, key], ...(suggestion && { suggestion }) };
}
