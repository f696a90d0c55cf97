import type { RepairRules } from "../repair/repair.js";
import { InvalidParamsError } from "../tool/invalid-params-error.js";
import { type Audited, type CallNote, markWritten } from "./call-notes.js";
import { mayBeAudited } from "./may-be-audited.js";
import { recordRefusal } from "./record-refusal.js";
import { secretsIn } from "./secrets-in.js";

/** The error of a call that could not be built, which is written down, if that is wanted: by the environment and the user of this process. */
export function refusedBuild(
  message: string,
  { tool, input, looked }: { readonly tool: string; readonly input: unknown; readonly looked: NonNullable<CallNote["looked"]> },
): InvalidParamsError {
  const { env } = process;
  const { audit, hidden, secrets }: RepairRules & Audited = looked.definition;
  if (!mayBeAudited(audit ? { audit } : {}, { via: "class", env })) return new InvalidParamsError(message);
  const problem = recordRefusal({
    tool,
    via: "class",
    env,
    isProjects: audit,
    hidden,
    secrets: secretsIn(secrets, env),
    input,
    looked,
    why: "invalid",
  });
  return markWritten(new InvalidParamsError(problem === undefined ? message : `${message}\n${problem}`));
}
