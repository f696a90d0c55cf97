import type { AgentClient, Installation, InstallationScope, ToolDecision } from "../../clients/client.js";
import type { ClientId } from "../../clients/client-ids.js";
import { isPolicy } from "../../clients/gate.js";
import { installPieces } from "../../clients/settings/edit-settings.js";
import { printable } from "../../diagnostics/printable.js";
import { openInstallations } from "../clients/installation.js";
import { clientCalled } from "../clients/targets.js";
import { exitCode } from "../exit-code.js";
import type { Terminal } from "../io/terminal.js";
import type { GlobalOptions } from "../options.js";
import { UsageError } from "../usage-error.js";

export interface PolicyOfClientRequest extends GlobalOptions {
  readonly client: ClientId;
  readonly json?: true;
  readonly mode?: string;
  readonly headless?: true;
  readonly risk?: readonly string[];
}

/**
 * `toolgen policy --client NAME`: prints the policy that `toolgen install` writes for a client, and what it can't
 * express.
 */
export async function policyOfClient(request: PolicyOfClientRequest, terminal: Terminal): Promise<number> {
  if (request.mode !== undefined || request.headless)
    throw new UsageError("--mode and --headless are about Gemini CLI.", "Leave them out, or say --client gemini.");
  if (request.risk !== undefined) throw new UsageError("--risk is not part of a client's policy.", "Say it in toolgen.yaml, and build.");
  const installations = await openInstallations(request, terminal);
  if (installations === undefined) return exitCode.failed;
  const client = clientCalled(request.client);
  const scope: InstallationScope = client.project === undefined ? "user" : "project";
  const installation = installations[scope];
  const files = policyFiles(client, scope, installation);
  const losses = [...client.losses, ...installation.tools.flatMap((tool) => lossOf(client, tool))];
  if (request.json) {
    const { tools } = installation;
    terminal.out(`${JSON.stringify({ client: client.id, asks: client.gate, scope, tools, files, losses }, null, 2)}\n`);
    return exitCode.done;
  }
  for (const { path, text } of files) terminal.out(`${printable(path)}\n${indented(text)}\n`);
  if (files.length === 0) terminal.out(`${client.label} gets no policy: ${whoAsks[client.gate]}.\n\n`);
  terminal.out(losses.length === 0 ? "Nothing is lost.\n" : `Lost:\n${losses.map((loss) => `  ${printable(loss)}\n`).join("")}`);
  return exitCode.done;
}

const whoAsks = { client: "it asks by its own rules", server: "the server asks, or refuses dangerous calls" } as const;

/** The parts of the settings files that are about permissions. */
function policyFiles(client: AgentClient, scope: InstallationScope, installation: Installation) {
  return (client[scope]?.(installation) ?? []).flatMap(({ path, syntax, pieces }) => {
    const own = pieces.filter(isPolicy);
    const printed = installPieces({ text: undefined, syntax }, own);
    return own.length === 0 || !printed.ok ? [] : [{ path, text: printed.text }];
  });
}

/** The rules about arguments that a policy about whole tools can't express. */
function lossOf({ gate }: AgentClient, { tool, decision, dependsOnArguments }: ToolDecision): readonly string[] {
  if (gate === "server" || !dependsOnArguments || decision === "deny") return [];
  return decision === "ask"
    ? [`${tool}: asks before every call that isn't denied, though its rules ask before some`]
    : [`${tool}: the client allows every call, and the server refuses those that its rules deny`];
}

const indented = (text: string) => text.replaceAll(/^(?=.)/gm, "  ");
