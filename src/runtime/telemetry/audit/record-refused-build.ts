import { InvalidParamsError } from "../../contract/invalid-params-error.js";
import type { RepairReport, RepairRules } from "../../contract/repair.js";
import type { JsonObject } from "../../json/json-value.js";
import type { Audited } from "./call-facts.js";
import { isAudited } from "./is-audited.js";
import { maskedNames } from "./masked-names.js";
import { recordRefusal } from "./record-refusal.js";
import { secretValues } from "./secret-values.js";

/** A tool whose arguments were refused. */
interface RefusingTool {
  readonly name: string;
  readonly definition: RepairRules & Audited;
  /** Some tools are other programs' classes with the same methods. */
  readonly parameterSchema?: JsonObject;
}

/**
 * Returns the error of a call that could not be built, which is logged if the environment and the user of this process
 * turn the log on.
 */
export function recordRefusedBuild(
  message: string,
  { tool, input, repaired }: { readonly tool: RefusingTool; readonly input: unknown; readonly repaired: RepairReport },
): InvalidParamsError {
  const { env } = process;
  const { name, definition, parameterSchema = {} } = tool;
  const { audit, secrets } = definition;
  if (!isAudited(audit ? { audit } : {}, { via: "class", env })) return new InvalidParamsError(message);
  const problem = recordRefusal({
    tool: name,
    via: "class",
    env,
    isLoggedByProject: audit,
    hidden: maskedNames(parameterSchema),
    secrets: secretValues(secrets, env),
    input,
    repair: { repaired, definition },
    why: "invalid",
  });
  return new InvalidParamsError(problem === undefined ? message : `${message}\n${problem}`, { isLogged: true });
}
