import { describeConstraint } from "./describe-constraint.js";
import { branchesOf, type ErrorGroup } from "./group-errors.js";

const mostBranches = 4;
const mostDemands = 3;
const mostKeys = 12;

/** Names a path inside the arguments, for a message. */
export type Naming = (pointer: string) => string;

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
