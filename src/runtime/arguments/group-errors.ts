import type { ValidationError } from "../contract/definition.js";

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

/** Returns true if the cause is from a keyword beside the error's. After a reference, schema paths don't show that. */
function isOwn({ schemaPath: inner }: ValidationError, { schemaPath: outer, keyword }: ValidationError): boolean {
  if (inner === undefined || outer === undefined) return false;
  const level = outer.slice(0, -keyword.length);
  const tried = keyword === "if" ? /^(?:then|else)\// : undefined;
  if (!inner.startsWith(level) || inner.startsWith(`${outer}/`)) return false;
  const rest = inner.slice(level.length);
  return tried?.test(rest) === true ? false : early.test(rest);
}

/** Groups causes by the branch that they come from. A cause whose branch is unknown is a group of its own. */
export function branchesOf({ error, causes }: ErrorGroup): readonly (readonly ErrorGroup[])[] {
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
