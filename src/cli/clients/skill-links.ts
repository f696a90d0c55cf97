import { existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { agentClients } from "../../clients/agent-clients.js";
import type { AgentClient, Installation, InstallationScope } from "../../clients/client.js";
import { printable } from "../../contract/display-text.js";
import { UsageError } from "../command.js";
import type { Installations } from "./installations.js";
import { lookAtClient } from "./look-at-client.js";
import { type Action, shownPath } from "./plan-changes.js";
import { isInside, removeFolders } from "./read-settings-file.js";

/** A link to a skill of the project, in a folder where a client looks for skills. A build renews what it leads to. */
export interface SkillLink {
  /** Absolute. */
  readonly path: string;
  readonly target: string;
  readonly action: "create" | "remove" | "unchanged";
}

interface SkillsRequest {
  readonly action: Action;
  readonly scope: InstallationScope;
  readonly installations: Installations;
  /** `toolgen install --skills`. Uninstalling always removes skills. */
  readonly skills?: true | undefined;
}

/** Plans the links for clients. Those to skills that the project no longer has are removed. */
export function planSkillLinks(
  clients: readonly AgentClient[],
  { action, scope, installations, skills }: SkillsRequest,
): readonly SkillLink[] {
  const installation = installations[scope];
  if (action === "uninstall") {
    const unused = foldersOf(clients, scope, installation).filter((folder) => !isReadByOthers(folder, clients, { scope, installations }));
    return unused.flatMap((folder) => ownLinks(folder, installation).map((link) => ({ ...link, action: "remove" as const })));
  }
  if (skills !== true) return [];
  const reading = clients.filter((client) => client.skills !== undefined);
  const [first] = clients;
  if (reading.length < clients.length && first !== undefined) {
    const others = clients.filter((client) => client.skills === undefined).map(({ label }) => label);
    const known = agentClients.filter((client) => client.skills !== undefined).map(({ id }) => id);
    throw new UsageError(
      `toolgen knows no folder of skills of ${others.join(", ")}.`,
      `Leave out --skills, or name one of these: ${known.join(", ")}.`,
    );
  }
  const folder = skillsFolder(installation);
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  if (names.length === 0)
    throw new UsageError(
      `${installation.output}/skills has no skills to install.`,
      "Write `targets: { skills: {} }` in toolgen.yaml, and run 'toolgen build'.",
    );
  return foldersOf(reading, scope, installation).flatMap((at) => {
    if (scope === "project" && !isInside(at, installation.projectDir)) throw new UsageError(`${at} leads out of the project.`);
    const stale = ownLinks(at, installation).filter(({ path }) => !names.some((name) => path === join(at, name)));
    return [
      ...names.map((name) => plannedLink(at, name, { scope, installation })),
      ...stale.map((link) => ({ ...link, action: "remove" as const })),
    ];
  });
}

const skillsFolder = ({ projectDir, output }: Installation) => join(projectDir, output, "skills");

function foldersOf(clients: readonly AgentClient[], scope: InstallationScope, { projectDir, machine }: Installation): readonly string[] {
  const all = clients.flatMap(({ skills }) =>
    skills === undefined ? [] : [scope === "user" ? skills.user(machine) : join(projectDir, skills.project)],
  );
  return [...new Set(all)];
}

/** Several clients read one folder: the last to be uninstalled takes the links along. */
function isReadByOthers(
  folder: string,
  clients: readonly AgentClient[],
  { scope, installations }: Pick<SkillsRequest, "scope" | "installations">,
): boolean {
  const others = agentClients.filter((one) => !clients.includes(one) && foldersOf([one], scope, installations[scope]).includes(folder));
  return others.some((one) => ["installed", "stale"].includes(lookAtClient(one, installations)[scope]));
}

/** A committed link must hold in every clone, so it is relative. */
function plannedLink(
  folder: string,
  name: string,
  { scope, installation }: { readonly scope: InstallationScope; readonly installation: Installation },
): SkillLink {
  const path = join(folder, name);
  const skill = join(skillsFolder(installation), name);
  const target = scope === "user" ? skill : relative(folder, skill);
  const present = lstatSync(path, { throwIfNoEntry: false });
  if (present === undefined) return { path, target, action: "create" };
  if (present.isSymbolicLink() && resolve(folder, readlinkSync(path)) === skill) return { path, target, action: "unchanged" };
  throw new UsageError(
    `${shownPath({ file: path, projectDir: installation.projectDir })} exists, and isn't a link to this project's skill.`,
    "Move it, or rename the skill by `server` or the toolset.",
  );
}

/** The links of a folder that lead to skills of the project, or did before a build. */
function ownLinks(folder: string, installation: Installation): readonly Pick<SkillLink, "path" | "target">[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (!lstatSync(path).isSymbolicLink()) return [];
    const target = readlinkSync(path);
    return resolve(folder, target) === join(skillsFolder(installation), name) ? [{ path, target }] : [];
  });
}

export const changesLink = ({ action }: SkillLink): boolean => action !== "unchanged";

/** The links and the change to each, a line for one. */
export const describeLinks = (links: readonly SkillLink[], { projectDir }: Installation): string =>
  links.map(({ action, path, target }) => `${printable(`${action} ${shownPath({ file: path, projectDir })} -> ${target}`)}\n`).join("");

/** Makes and removes links, and removes the folders that are empty without them. */
export function writeLinks(links: readonly SkillLink[]): void {
  for (const { path, target, action } of links) {
    if (action === "unchanged") continue;
    const folder = dirname(path);
    if (action === "create") {
      mkdirSync(folder, { recursive: true });
      symlinkSync(target, path);
    } else rmSync(path, { force: true });
  }
  const emptied = links.filter(({ action }) => action === "remove").map(({ path }) => dirname(path));
  removeFolders([...new Set(emptied.flatMap((folder) => [folder, dirname(folder)]))]);
}
