import type { AgentClient, InstallationScope } from "../../clients/client.js";
import type { ClientId } from "../../clients/client-ids.js";
import { agentClients } from "../../clients/clients.js";
import { UsageError } from "../usage-error.js";
import type { Target } from "./changes.js";
import type { Installations } from "./installation.js";

/** The settings files of the clients that the command line names. */
export function targetsFor(ids: readonly ClientId[], scope: InstallationScope, installations: Installations): readonly Target[] {
  return [...new Set(ids)].map((id) => targetOf(clientCalled(id), scope, installations));
}

/** The client of an id that the command line has checked. */
export function clientCalled(id: ClientId): AgentClient {
  const client = agentClients.find((one) => one.id === id);
  if (client === undefined) throw new UsageError(`There is no client '${id}'.`);
  return client;
}

function targetOf(client: AgentClient, scope: InstallationScope, installations: Installations): Target {
  const { machine } = installations[scope];
  if (client.lacksPlatform === machine.platform) throw new UsageError(`${client.label} has no version for this platform.`);
  const files = client[scope]?.(installations[scope]);
  if (files !== undefined) return { client, scope, files };
  throw scope === "project"
    ? new UsageError(`${client.label} has no settings in a project.`, "Add --user.")
    : new UsageError(`${client.label} has no settings for a user.`, "Leave out --user.");
}
