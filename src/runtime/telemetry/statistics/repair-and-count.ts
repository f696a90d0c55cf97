import { type RepairableTool, repairArguments } from "../../arguments/repair-arguments.js";
import type { PathExists, Repaired } from "../../contract/repair.js";
import { pathExists } from "../../paths/path-exists.late.js";
import { countRepairs } from "./count-repairs.late.js";

/** A tool whose repairs can be counted: by its own name, or by that of its definition. */
export type CountableTool = RepairableTool & {
  readonly name?: string;
  readonly definition: { readonly name?: string; readonly timeoutMs?: number };
};

/** Where a call is repaired: `limit` bounds the time that it takes. */
export interface RepairContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly limit?: <T>(timeoutMs: number, work: () => T) => T;
  /** How the paths of a call are resolved, if that is known. */
  readonly workspace?: string;
  readonly projectDir?: string;
}

/**
 * Repairs arguments, and counts the changes if the environment turns that on (docs/repair.md, "Statistics"). When off,
 * it costs the look-up of a variable.
 */
export function repairAndCount(tool: CountableTool, input: unknown, context: RepairContext): Repaired {
  const { env, limit, workspace } = context;
  const { timeoutMs } = tool.definition;
  const exists: PathExists | undefined =
    workspace === undefined
      ? undefined
      : (param, value) => {
          // Read only here, because `call` has to resolve it.
          const { projectDir } = context;
          return projectDir !== undefined && pathExists({ param, value }, { ...tool.definition, workspace, projectDir });
        };
  const repaired =
    limit === undefined || timeoutMs === undefined
      ? repairArguments(tool, input, exists)
      : limit(timeoutMs, () => repairArguments(tool, input, exists));
  // A correct call has nothing to count, and even reading the environment would double its cost.
  const isCorrect = repaired.ok && repaired.repairs.length === 0;
  if (!isCorrect && env.TOOLGEN_REPAIRS)
    countRepairs({ tool: tool.name ?? tool.definition.name, definition: tool.definition, repaired }, env);
  return repaired;
}
