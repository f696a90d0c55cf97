import { error, type Finding, ok } from "./finding.js";
import type { Probe } from "./probe.js";
import { isVersionWithin } from "./version.js";

const check = "node";

export interface NodeFacts {
  /** The version that runs toolgen, and the required range. */
  readonly own: string;
  readonly range: string;
  /** The version of `node` on PATH, which starts generated programs; `undefined` if there is none. */
  readonly onPath: Probe | undefined;
}

/** Checks whether the Node that runs toolgen, and the one that runs generated programs, are new enough. */
export function diagnoseNode({ own, range, onPath }: NodeFacts): readonly Finding[] {
  const help = `Install Node ${range}: https://nodejs.org`;
  const mine = isVersionWithin(own, range) ? [] : [error(check, `Node ${own} runs toolgen, which needs ${range}.`, help)];
  if (onPath === undefined) {
    return [...mine, error(check, "There is no node on PATH: generated/bin/call and generated/bin/discover are started by it.", help)];
  }
  if (onPath.kind !== "version") return [...mine, error(check, "The node on PATH doesn't print its version.", help)];
  if (!isVersionWithin(onPath.version, range)) {
    return [...mine, error(check, `The node on PATH is ${onPath.version}, and generated programs need ${range}.`, help)];
  }
  return mine.length > 0 ? mine : [ok(check, `Node ${own}, and ${onPath.version} on PATH (${range}).`)];
}
