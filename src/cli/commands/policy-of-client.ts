import type { AgentClient, ClientHook, Installation, InstallationScope, ToolDecision } from "../../clients/client.js";
import { isPolicy } from "../../clients/client-hook.js";
import type { ClientId } from "../../clients/client-ids.js";
import { installPieces } from "../../clients/install-pieces.js";
import { addsNothing } from "../../clients/piece.js";
import { printable } from "../../contract/display-text.js";
import { openInstallations, withHook } from "../clients/installations.js";
import { clientCalled } from "../clients/plan-changes.js";
import { exitCode, type GlobalOptions, UsageError } from "../command.js";
import type { Terminal } from "../io/terminal.js";

export interface PolicyOfClientRequest extends GlobalOptions {
  readonly client: ClientId;
  readonly json?: true;
  readonly mode?: string;
  readonly headless?: true;
  readonly risk?: readonly string[];
  readonly hooks?: boolean;
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
  const decides = (request.hooks ?? client.hook?.isDefault) ? client.hook?.decides : undefined;
  const installation = withHook(installations[scope], client, decides !== undefined);
  const files = policyFiles(client, scope, installation);
  const regained = decides === undefined ? [] : (client.hook?.regains ?? []);
  const losses = [
    ...client.losses.filter((loss) => !regained.includes(loss)),
    ...installation.tools.flatMap((tool) => lossOf(client, tool, decides)),
  ];
  const byCall = decides === "calls" ? installation.tools.filter(isByCall).map(({ tool }) => tool) : [];
  if (request.json) {
    const { tools } = installation;
    terminal.out(
      `${JSON.stringify({ client: client.id, asks: client.confirmationSide, scope, hook: decides ?? null, tools, files, byCall, losses }, null, 2)}\n`,
    );
    return exitCode.done;
  }
  for (const { path, text } of files) terminal.out(`${printable(path)}\n${indented(text)}\n`);
  if (files.length === 0) terminal.out(`${client.label} gets no policy: ${whoAsks[client.confirmationSide]}.\n\n`);
  if (byCall.length > 0) terminal.out(`Decided call by call, by the hook:\n${byCall.map((tool) => `  ${printable(tool)}\n`).join("")}\n`);
  terminal.out(losses.length === 0 ? "Nothing is lost.\n" : `Lost:\n${losses.map((loss) => `  ${printable(loss)}\n`).join("")}`);
  return exitCode.done;
}

const whoAsks = { client: "it asks by its own rules", server: "the server asks, or refuses dangerous calls" } as const;

/** The parts of the settings files that are about permissions. */
function policyFiles(client: AgentClient, scope: InstallationScope, installation: Installation) {
  return (client[scope]?.(installation) ?? []).flatMap(({ path, syntax, pieces }) => {
    const own = pieces.filter((piece) => isPolicy(piece) && !addsNothing(piece));
    const printed = installPieces({ text: undefined, syntax }, own);
    return own.length === 0 || !printed.ok ? [] : [{ path, text: printed.text }];
  });
}

/** A tool whose calls can be decided in several ways. */
const isByCall = ({ possible, decision, writes }: ToolDecision) => decision !== "deny" && (possible.length > 1 || writes);

/** The rules about arguments and trusted paths that a policy about whole tools can't express. */
function lossOf(
  { confirmationSide }: AgentClient,
  { tool, decision, possible, writes }: ToolDecision,
  hook: ClientHook["decides"] | undefined,
) {
  if (confirmationSide === "server" || hook === "calls" || decision === "deny") return [];
  if (decision === "ask")
    return possible.includes("allow") ? [`${tool}: asks before every call that isn't denied, though its rules ask before some`] : [];
  return [
    ...(possible.includes("deny") && hook === undefined
      ? [`${tool}: the client allows every call, and the server refuses those that its rules deny`]
      : []),
    ...(writes ? [`${tool}: a call that writes a trusted path is refused, not asked about`] : []),
  ];
}

const indented = (text: string) => text.replaceAll(/^(?=.)/gm, "  ");
