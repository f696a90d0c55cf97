import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Installation, type SettingsFile, serverFile } from "../../clients/client.js";
import { hookFile, isHook } from "../../clients/client-hook.js";
import type { ClientId } from "../../clients/client-ids.js";
import { addsNothing } from "../../clients/piece.js";
import { configFile } from "../../compiler/config.js";
import { printable } from "../../contract/display-text.js";
import { changesAgent, describeAgents, planAgentFiles, undone, writeAgents } from "../clients/agent-file.js";
import { type Installations, openInstallations } from "../clients/installations.js";
import { type Memory, openMemory } from "../clients/memory.js";
import {
  type Action,
  changesFile,
  describeChanges,
  type Planned,
  planChanges,
  planFacts,
  type RefusedChange,
  shownPath,
  stepsFor,
  type Target,
  targetsFor,
  writeChanges,
} from "../clients/plan-changes.js";
import { changesLink, describeLinks, planSkillLinks, writeLinks } from "../clients/skill-links.js";
import { exitCode, type GlobalOptions, UsageError } from "../command.js";
import type { Terminal } from "../io/terminal.js";
import { projectRoot } from "../project/open-project.js";

export interface InstallRequest extends GlobalOptions {
  readonly clients: readonly ClientId[];
  readonly user?: true;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly json?: true;
  readonly hooks?: boolean;
  readonly skills?: true;
  readonly headless?: true;
  readonly agent?: string;
  readonly toolsets?: string;
}

/** Adds to a settings file the servers in it that the project's own replaces. */
export type AdoptInto = (file: SettingsFile, client: ClientId) => SettingsFile;

/** `toolgen install`: adds the project's server, and the policy for it, to the settings of agent clients. */
export async function install(request: InstallRequest, terminal: Terminal, adopt: AdoptInto = (file) => file): Promise<number> {
  const installations = await openInstallations(request, terminal);
  if (installations === undefined) return withoutProject(request, terminal);
  const { project } = installations;
  if (!existsSync(join(project.projectDir, serverFile(project))))
    throw new UsageError(`${serverFile(project)} doesn't exist, so there is no server to install.`, "Run 'toolgen build' first.");
  return change("install", installations, { ...request, adopt }, terminal);
}

/** Where there is no project yet, `init` makes one with a first tool, and sets up the same clients. */
function withoutProject(request: InstallRequest, terminal: Terminal): number {
  const root = projectRoot(request, terminal);
  const clients = request.clients.map((client) => ` --client ${client}`).join("");
  if (![configFile, "tools.d"].some((name) => existsSync(join(root, name))))
    terminal.err(`There is no project in this folder. 'toolgen init${clients}' starts one, and sets up the client.\n`);
  return exitCode.failed;
}

/** `toolgen uninstall`: removes what `toolgen install` added. */
export async function uninstall(request: InstallRequest, terminal: Terminal): Promise<number> {
  const installations = await openInstallations(request, terminal, { despiteErrors: true });
  return installations === undefined ? exitCode.failed : change("uninstall", installations, request, terminal);
}

interface ChangeRequest extends InstallRequest {
  readonly adopt?: AdoptInto;
}

async function change(action: Action, installations: Installations, request: ChangeRequest, terminal: Terminal): Promise<number> {
  const { yes, dryRun, json, adopt = (file) => file } = request;
  const asks = !yes && !dryRun;
  if (asks && (json || !terminal.isInteractive))
    throw new UsageError("There is no terminal to ask on, so nothing was changed.", "Add --yes, or --dry-run to see the changes.");
  const scope = request.user ? "user" : "project";
  const targets = targetsFor(request.clients, scope, { action, installations, hooks: request.hooks, headless: request.headless }).map(
    (target) => ({
      ...target,
      files: target.files.map((file) => adopt(file, target.client.id)),
    }),
  );
  if (action === "install") checkHook(targets, installations[scope]);
  const memory = openMemory(terminal.environment);
  const plan = () => planChanges(action, targets, installations[scope], memory);
  const skillRequest = { action, scope, installations, skills: request.skills } as const;
  const asked = targets.map(({ client }) => client);
  const links = planSkillLinks(asked, skillRequest);
  const { agent, toolsets } = request;
  const { agents, refusals } = planAgentFiles(targets, { action, scope, installation: installations[scope], agent, toolsets });

  const now = plan();
  const planned = { ...now, refusals: [...now.refusals, ...refusals] };
  if (planned.refusals.length > 0) return refuse(planned, request, terminal);
  const byHand = stepsFor(planned.changes, { action, installation: installations[scope], headless: request.headless });
  const hasChanges = planned.changes.some(changesFile) || links.some(changesLink) || agents.some(changesAgent);
  const shown = describeChanges(planned.changes) + describeLinks(links, installations[scope]) + describeAgents(agents);
  const isAsked = asks && hasChanges;
  if (!json && !isAsked) terminal.out(shown);
  if (!dryRun && hasChanges) {
    if (memory.problem !== undefined) terminal.err(`Nothing can be remembered for uninstall: ${memory.problem}.\n`);
    if (isAsked && !(await (await import("../init/ask-choices.js")).askToWrite(shown))) return cancelled(terminal);
    const refusal = await memory.withLock(() => {
      const problem = writeAgents(agents);
      if (problem !== undefined) return problem;
      const other = writeAsShown({ planned, plan, memory, wasShown: isAsked });
      if (other !== undefined) writeAgents(undone(agents));
      return other;
    });
    if (refusal !== undefined) return refuse({ changes: [], refusals: [refusal] }, request, terminal);
    writeLinks(links);
  }
  const facts = {
    ...planFacts(planned, { written: !dryRun && hasChanges, byHand }),
    skills: links,
    agents: agents.map(({ file }) => file),
  };
  if (json) terminal.out(`${JSON.stringify(facts, null, 2)}\n`);
  else terminal.out(closing({ hasChanges, isDry: dryRun === true, byHand }));
  return exitCode.done;
}

/** Refuses to install a hook whose files an earlier toolgen didn't make: a client would refuse every call, or none. */
function checkHook(targets: readonly Target[], installation: Installation): void {
  const hooked = targets.filter(({ files }) => files.some(({ pieces }) => pieces.some((piece) => isHook(piece) && !addsNothing(piece))));
  const needed = hooked.flatMap(({ client }) => [hookFile(installation), client.hook?.plugin?.(installation) ?? []].flat());
  const missing = needed.find((path) => !existsSync(join(installation.projectDir, path)));
  if (missing !== undefined)
    throw new UsageError(`${missing} doesn't exist, so there is no hook to install.`, "Run 'toolgen build' first.");
}

interface Writing {
  readonly planned: Planned;
  readonly plan: () => Planned;
  readonly memory: Memory;
  readonly wasShown: boolean;
}

/**
 * Reads the files again, because another program may have changed them since. Exactly the changes that the user agreed
 * to are written.
 */
function writeAsShown({ planned, plan, memory, wasShown }: Writing): RefusedChange | undefined {
  const now = plan();
  const [refusal] = now.refusals;
  if (refusal !== undefined) return refusal;
  const changed = now.changes.find(({ before, after }, i) => before !== planned.changes[i]?.before || after !== planned.changes[i]?.after);
  if (wasShown && changed !== undefined) return { ...changed, problem: "was changed in the meantime" };
  return writeChanges(now.changes, memory);
}

function refuse({ refusals }: Planned, { json }: InstallRequest, terminal: Terminal): number {
  if (json) terminal.out(`${JSON.stringify(planFacts({ changes: [], refusals }, { written: false, byHand: [] }), null, 2)}\n`);
  for (const refusal of refusals) terminal.err(`${printable(`${shownPath(refusal)} ${refusal.problem}.`)}\n`);
  terminal.err("Nothing was changed.\n");
  return exitCode.failed;
}

function cancelled(terminal: Terminal): number {
  terminal.err("Cancelled: nothing was changed.\n");
  return exitCode.failed;
}

function closing({ hasChanges, isDry, byHand }: { hasChanges: boolean; isDry: boolean; byHand: readonly string[] }): string {
  if (!hasChanges) return ["Nothing to change.", ...byHand].map((line) => `${line}\n`).join("");
  if (isDry) return "Nothing was changed (--dry-run).\n";
  return ["Done.", ...byHand].map((line) => `${line}\n`).join("");
}
