import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentClient, AgentFiles, Installation, InstallationScope } from "../../clients/client.js";
import { printable } from "../../contract/display-text.js";
import { unknownInSelection } from "../../server/tool-selection.js";
import { UsageError } from "../command.js";
import { type Action, shownPath } from "./plan-changes.js";
import { readSettingsFile, removeFolders, writeSettingsFile } from "./read-settings-file.js";

/** A file of a client's own agent, and its text as it is and as it should be; `undefined`: no file. */
export interface AgentFile {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

interface AgentRequest {
  readonly action: Action;
  readonly scope: InstallationScope;
  readonly installation: Installation;
  readonly agent?: string | undefined;
  /** Separated by commas. */
  readonly toolsets?: string | undefined;
}

/** Plans the files of an agent that has the tools of these toolsets, and its other ones. */
export function planAgentFiles(
  clients: readonly AgentClient[],
  { action, scope, installation, agent, toolsets }: AgentRequest,
): readonly AgentFile[] {
  if (agent === undefined && toolsets === undefined) return [];
  if (agent === undefined) throw new UsageError("--toolsets needs --agent.", "Name the client's agent with --agent NAME.");
  if (!/^[A-Za-z0-9][\w-]{0,62}$/.test(agent))
    throw new UsageError(`'${agent}' can't be the name of an agent.`, "Use letters, digits and '-'.");
  const tools = action === "install" ? toolsIn(toolsets, installation) : [];
  return clients.map(({ label, agents }) => {
    if (agents === undefined) throw new UsageError(`toolgen knows no files of agents of ${label}.`, "Leave out --agent.");
    const folder = scope === "user" ? agents.user(installation.machine) : join(installation.projectDir, agents.project);
    const path = join(folder, `${agent}${agents.extension}`);
    const before = readSettingsFile(path, scope === "user" ? undefined : installation.projectDir);
    return { path, before, after: textOf({ before, agent, agents, tools, installation, path }) };
  });
}

function toolsIn(toolsets: string | undefined, { tools }: Installation): Installation["tools"] {
  const names = (toolsets ?? "").split(",").filter((name) => name !== "");
  const known = [...new Set(tools.flatMap((tool) => tool.toolsets ?? []))];
  if (names.length === 0) throw new UsageError("--agent needs --toolsets.", `Toolsets: ${known.join(", ")}.`);
  const groups = { toolsets: Object.fromEntries(known.map((name) => [name, []])), companions: {} };
  const unknown = unknownInSelection({ toolsets: names }, [], groups);
  if (unknown !== undefined) throw new UsageError(unknown, `Toolsets: ${known.join(", ")}.`);
  return tools.filter(({ decision, toolsets: own = [] }) => decision !== "deny" && own.some((name) => names.includes(name)));
}

interface Drafting extends Pick<AgentFile, "path" | "before"> {
  readonly agent: string;
  readonly agents: AgentFiles;
  readonly tools: Installation["tools"];
  readonly installation: Installation;
}

function textOf({ before, agent, agents: { key, value }, tools, installation, path }: Drafting): string | undefined {
  const { server } = installation;
  const made = `---\nname: ${agent}\ndescription: Works with the tools of ${server}. Say here when it should be used.\n---\n\nSay here what the agent does.\n`;
  const text = before ?? (tools.length === 0 ? undefined : made);
  if (text === undefined) return undefined;
  const [head] = /^---\r?\n[\s\S]*?\n(?=---\r?\n|---$)/.exec(text) ?? [];
  const line = new RegExp(`^${key}:[ \\t]*(.*?)\\r?\\n`, "m").exec(head ?? "");
  const own = head === undefined ? undefined : value(server, tools, line?.[1]);
  if (head === undefined || own === undefined || line?.[1] === "")
    throw new UsageError(
      `${shownPath({ file: path, projectDir: installation.projectDir })} has no '${key}' to which toolgen can add its tools.`,
      `Write them by hand: ${key}: ${value(server, tools, undefined) ?? ""}`,
    );
  const entry = own === "" ? "" : `${key}: ${own}${head.includes("\r\n") ? "\r\n" : "\n"}`;
  const changed = line === null ? head + entry : head.slice(0, line.index) + entry + head.slice(line.index + line[0].length);
  const after = changed + text.slice(head.length);
  return tools.length === 0 && after === made ? undefined : after;
}

export const changesAgent = ({ before, after }: AgentFile): boolean => before !== after;

/** The files and the change to each. Of one that is there, only the line with its tools changes. */
export const describeAgents = (files: readonly AgentFile[], { projectDir }: Installation): string =>
  files
    .map((file) => {
      const { before, after } = file;
      const action = !changesAgent(file) ? "unchanged" : after === undefined ? "remove" : before === undefined ? "create" : "change";
      const lines = (after ?? "").split("\n").filter((line) => !(before ?? "").split("\n").includes(line) && line !== "");
      return [`${action} ${shownPath({ file: file.path, projectDir })}`, ...lines.map((line) => `    + ${line}`)]
        .map((line) => `${printable(line)}\n`)
        .join("");
    })
    .join("");

export function writeAgents(files: readonly AgentFile[], scope: InstallationScope): void {
  for (const file of files.filter(changesAgent)) {
    writeSettingsFile(file.path, file.after, { isShared: scope === "project" });
    if (!existsSync(file.path)) removeFolders([join(file.path, "..")]);
  }
}
