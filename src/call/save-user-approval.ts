import type { CallContext } from "../contract/call.js";
import type { ApprovedCall, SaveApproval } from "./approvals.js";
import { userSettingsFile } from "./user-settings.js";

/**
 * Saves approvals in the settings of the user of this environment. An approval whose scope settings can't express isn't
 * saved.
 */
export function saveUserApproval(env: CallContext["env"]): SaveApproval {
  return async ({ tool, risk }: ApprovedCall) => {
    const file = userSettingsFile(env);
    if (file === undefined) return "Neither XDG_CONFIG_HOME nor HOME says where the user's settings are.";
    if (risk?.from?.startsWith("toolgen.yaml"))
      return `${risk.from} of the project asks about such calls, and a user's settings can't loosen that.`;
    if (risk?.canBeSaved === false) return "This tool accepts undeclared parameters, so settings can't describe such calls.";
    const { saveApproval } = await import("./policy/save-approval.js");
    const { scope, ownLevel: upTo, usersLevel: level, origin } = risk ?? {};
    return saveApproval(file, { tool, when: scope?.when ?? [], upTo, level, declared: origin?.declared });
  };
}
