import type { ConfirmationSide } from "../../clients/confirmation-side.js";
import type { ClientState } from "../clients/look-at-client.js";
import { error, type Finding, ok, warning } from "./finding.js";

const check = "agent clients";

/**
 * Reports what is installed in agent clients: which side asks, and what is stale. Clients without an installation are
 * left out.
 */
export function diagnoseClients(states: readonly ClientState[], command: string): readonly Finding[] {
  return states.flatMap(({ client, project, user, confirmationSides, hooks }) =>
    (
      [
        ["project", project],
        ["user", user],
      ] as const
    ).flatMap(([scope, state]): readonly Finding[] => {
      // Without a server's entry there is no installation, or only Gemini CLI's discovery, which has its own checks.
      if (confirmationSides[scope] === "none") return [];
      const where = `${client.label}, ${scope === "user" ? "your settings" : "the project's settings"}`;
      const help = `Run '${command} install ${client.id}${scope === "user" ? " --user" : ""}'.`;
      const wrong = diagnoseConfirmationSide(confirmationSides[scope], { where, help });
      if (wrong !== undefined) return [wrong];
      if (hooks[scope] === "gone")
        return [error(check, `${where}: the hook's program doesn't exist, so every call is refused.`, `Run '${command} build'.`)];
      if (hooks[scope] === "unloaded")
        return [error(check, `${where}: the hook's plugin doesn't exist, so the hook denies nothing.`, `Run '${command} build'.`)];
      if (scope === "user" && hooks.project !== "none" && hooks.user !== "none")
        return [
          warning(
            check,
            `${where}: the project's settings have the hook too, so each call is decided twice.`,
            `${help.replace(/'\.$/, " --no-hooks'.")}`,
          ),
        ];
      if (state === "unreadable") return [warning(check, `${where}: a file can't be read.`, `${help} It says what is wrong.`)];
      if (state === "stale") return [warning(check, `${where}: the installed settings are out of date.`, help)];
      return state === "installed"
        ? [ok(check, `${where}: installed; ${confirmationSides[scope] === "client" ? "the client" : "the server"} asks.`)]
        : [];
    }),
  );
}

function diagnoseConfirmationSide(
  side: ConfirmationSide,
  { where, help }: { readonly where: string; readonly help: string },
): Finding | undefined {
  if (side === "neither")
    return error(check, `${where}: the server leaves confirmation to the client, whose settings lack the current policy.`, help);
  if (side === "both")
    return error(check, `${where}: the client has a policy, and the server asks as well: calls that are allowed can be refused.`, help);
  return undefined;
}
