import { relative } from "node:path";
import type { ClientId } from "../../clients/client-ids.js";
import type { Installations } from "../clients/installations.js";
import { openMemory } from "../clients/memory.js";
import { type Change, changesFile, type Planned, planChanges, type RefusedChange, writeChanges } from "../clients/plan-changes.js";
import { targetsFor } from "../clients/targets-for.js";
import type { PlannedFile } from "./planned-file.js";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The settings files of clients as `toolgen install` would leave them, for people to read. They are written by
 * `installClients`.
 */
export function planClientFiles(ids: readonly ClientId[], installations: Installations, environment: Environment): readonly PlannedFile[] {
  const { changes, refusals } = planClients(ids, installations, environment);
  const { projectDir } = installations.project;
  const planned = (part: Change | RefusedChange, action: PlannedFile["action"], note: string): PlannedFile => ({
    path: relative(projectDir, part.file),
    isRepositorys: false,
    action,
    text: undefined,
    note,
  });
  return [
    ...changes.map((change, i) => {
      const { label, byHand } = change.target.client;
      if (!changesFile(change)) return planned(change, "keep", `has the tools for ${label} already`);
      // What a person has to do stands at a client's first file; docs/clients.md says more.
      const steps = changes.findIndex(({ target }) => target === change.target) === i ? byHand.project.slice(0, 1) : [];
      return planned(change, change.before === undefined ? "create" : "update", [`for ${label}.`, ...steps].join(" "));
    }),
    ...refusals.map((refusal) => planned(refusal, "keep", `${refusal.problem}, so ${refusal.target.client.label} is not set up`)),
  ];
}

/** Installs the project in the settings of clients. What can't be changed is returned. */
export async function installClients(
  ids: readonly ClientId[],
  installations: Installations,
  environment: Environment,
): Promise<readonly RefusedChange[]> {
  const memory = openMemory(environment);
  return memory.withLock(() => {
    const { changes, refusals } = planClients(ids, installations, environment);
    const failed = writeChanges(changes, memory);
    return failed === undefined ? refusals : [...refusals, failed];
  });
}

/**
 * A client of which one file can't be changed is left alone: half of its settings would start a server without a
 * policy.
 */
function planClients(ids: readonly ClientId[], installations: Installations, environment: Environment): Planned {
  const { changes, refusals } = planChanges(
    "install",
    targetsFor(ids, "project", { action: "install", installations }),
    installations.project,
    openMemory(environment),
  );
  const refused = new Set(refusals.map(({ client }) => client));
  return { changes: changes.filter(({ client }) => !refused.has(client)), refusals };
}
