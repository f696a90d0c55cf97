import { describeApprovalScope } from "../../call/approvals.js";
import { onlyTheUser } from "../../call/refusal.late.js";
import { userSettingsFile } from "../../call/user-settings.js";
import type { PermittedCall } from "../../contract/risk.js";
import type { Reply, ServedCall } from "../call/served-call.js";
import type { PiContext } from "./pi-api.js";

const once = "Yes, once";
const no = "No";

/** Asks the user in pi. An answer is valid for the call that was shown; closing the question without one is a no. */
export function askInPi({ ui }: PiContext): ServedCall<never>["ask"] {
  return async (question, change): Promise<Reply> => {
    const { files, risk, tool } = question;
    const always = `Yes, and don't ask again for ${describeApprovalScope(tool, risk.scope)}`;
    const answer = await ui.select(question.message(await change()), [once, always, no]);
    return { files, answer: answer === once ? "once" : answer === always ? "always" : "no" };
  };
}

/** Refuses a call that requires confirmation if pi has no user interface (`-p`, JSON). Only settings can allow it. */
export function unattendedRefusal(name: string, { level, unattended }: PermittedCall, env: NodeJS.ProcessEnv): string | undefined {
  if (unattended === "allow") return undefined;
  const file = userSettingsFile(env) ?? "the settings file";
  return [
    `${name} was not run: this ${level} call requires confirmation, and pi has no user interface here.`,
    `${onlyTheUser()} They can start pi with its interface, or set one of:`,
    `- \`"risk": { "${name}": { "decision": "allow" } }\` in ${file}: for this tool;`,
    `- \`"confirm": { "unattended": "allow" }\` in the same file, or \`confirm: { unattended: allow }\` in toolgen.yaml: for all tools.`,
  ].join("\n");
}
