import { agentClients } from "../../clients/agent-clients.js";
import type { AgentClient, InstallationScope, SettingsFile } from "../../clients/client.js";
import type { ClientId } from "../../clients/client-ids.js";
import { UsageError } from "../usage-error.js";
import type { Installations } from "./installations.js";
import { wantsHook, withHook } from "./installed-hook.js";
import type { Action, Target } from "./plan-changes.js";

/** The settings files of the clients that the command line names. */
export function targetsFor(ids: readonly ClientId[], scope: InstallationScope, request: TargetRequest): readonly Target[] {
  const clients = [...new Set(ids)].map(clientCalled);
  if (request.hooks && !clients.some(({ hook }) => hook))
    throw new UsageError(`toolgen has no hook for ${clients.map(({ label }) => label).join(", ")}.`, "Leave out --hooks.");
  return clients.map((client) => targetOf(client, scope, request));
}

/** The action, and whether the user wants the clients' hooks; `undefined`: as they are now, else as is usual. */
export interface TargetRequest {
  readonly action: Action;
  readonly installations: Installations;
  readonly hooks?: boolean | undefined;
}

/** The client of an id that the command line has checked. */
export function clientCalled(id: ClientId): AgentClient {
  const client = agentClients.find((one) => one.id === id);
  if (client === undefined) throw new UsageError(`There is no client '${id}'.`);
  return client;
}

function targetOf(client: AgentClient, scope: InstallationScope, { action, installations, hooks: requestedHooks }: TargetRequest): Target {
  const { machine } = installations[scope];
  const filesWith = (hooks: boolean) => client[scope]?.(withHook(installations[scope], client, hooks));
  if (client.lacksPlatform === machine.platform) throw new UsageError(`${client.label} has no version for this platform.`);
  const files =
    action === "install"
      ? filesWith(wantsHook(client, scope, { requested: requestedHooks, installations }))
      : merged(filesWith(true), filesWith(false));
  if (files !== undefined) return { client, scope, files };
  throw scope === "project"
    ? new UsageError(`${client.label} has no settings in a project.`, "Add --user.")
    : new UsageError(`${client.label} has no settings for a user.`, "Leave out --user.");
}

/** The pieces of both, by file: what is taken out without memory is all that either would have added. */
function merged(
  some: readonly SettingsFile[] | undefined,
  others: readonly SettingsFile[] | undefined,
): readonly SettingsFile[] | undefined {
  return some?.map((file) => ({ ...file, pieces: [...file.pieces, ...(others?.find(({ path }) => path === file.path)?.pieces ?? [])] }));
}
