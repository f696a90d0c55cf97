import type { PreparedCall } from "../runtime/contract/call.js";
import type { RiskLevel } from "../runtime/contract/risk.js";
import type { NotStarted } from "../runtime/contract/run-outcome.js";

/** Why a call is not run. `skip`: this machine lacks something. `fail`: it would fail on every machine. */
export interface Obstacle {
  readonly kind: "skip" | "fail";
  readonly reason: string;
}

export interface AboutToRun {
  readonly call: PreparedCall;
  /** Where the call's program was found, or why it wasn't. */
  readonly found: string | NotStarted;
  /** The folder of the fakes, and their names. */
  readonly bin: string;
  readonly fakes: readonly string[];
  readonly risk: RiskLevel;
}

/**
 * Returns the obstacle to running an example's call, if there is one. A fake may always run, a real program only if the
 * call isn't dangerous. Checks the file that would start.
 */
export function findObstacle({ call: { program, handler }, found, bin, fakes, risk }: AboutToRun): Obstacle | undefined {
  if (typeof found === "string" && found === `${bin}/${program}`) return undefined;
  if (fakes.includes(program)) {
    return {
      kind: "fail",
      reason: `the fake ${program} would not run: the tool sets its own PATH, or programs may not run below $TMPDIR`,
    };
  }
  if (risk === "dangerous") {
    const way = handler
      ? "and a handler can't be replaced: expect `params`"
      : program.includes("/")
        ? "and a program with a path can't be replaced: expect `argv`"
        : `give it a fake: \`given: { bin: { ${program}: … } }\``;
    return { kind: "fail", reason: `the call is dangerous, so its program is never run for an example; ${way}` };
  }
  if (typeof found === "string" || found.kind !== "notFound") return undefined;
  // A program of the project itself must exist.
  return program.includes("/") ? undefined : { kind: "skip", reason: `${program} is not installed: it is not on PATH` };
}
