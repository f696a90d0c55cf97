import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentFiles, Installation, InstallationScope } from "../../clients/client.js";
import { printable } from "../../contract/display-text.js";
import { unknownInSelection } from "../../server/tool-selection.js";
import { UsageError } from "../command.js";
import { type Action, type RefusedChange, shownPath, type Target } from "./plan-changes.js";
import { readSettingsFile, removeFolders, SettingsFileError, writeSettingsFile } from "./read-settings-file.js";

/** A file of a client's own agent, and its text as it is and as it should be; `undefined`: no file. */
export interface AgentFile extends Omit<RefusedChange, "problem"> {
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
  targets: readonly Target[],
  { action, scope, installation, agent, toolsets }: AgentRequest,
): { readonly agents: readonly AgentFile[]; readonly refusals: readonly RefusedChange[] } {
  if (agent === undefined && toolsets === undefined) return { agents: [], refusals: [] };
  if (agent === undefined) throw new UsageError("--toolsets needs --agent.", "Name the client's agent with --agent NAME.");
  if (!/^[A-Za-z0-9][\w-]{0,62}$/.test(agent))
    throw new UsageError(`'${agent}' can't be the name of an agent.`, "Use letters, digits and '-'.");
  const tools = action === "install" ? toolsIn(toolsets, installation) : [];
  const planned = targets.map((target): AgentFile | RefusedChange => {
    const { label, id, agents } = target.client;
    if (agents === undefined) throw new UsageError(`toolgen knows no files of agents of ${label}.`, "Leave out --agent.");
    const { projectDir } = installation;
    const file = join(
      scope === "user" ? agents.user(installation.machine) : join(projectDir, agents.project),
      `${agent}${agents.extension}`,
    );
    const facts = { client: id, file, projectDir, target };
    try {
      const before = readSettingsFile(file, scope === "user" ? undefined : projectDir);
      return { ...facts, before, after: textOf({ before, agent, agents, tools, installation }) };
    } catch (error) {
      if (!(error instanceof SettingsFileError)) throw error;
      return { ...facts, problem: error.message };
    }
  });
  const isRefused = (one: AgentFile | RefusedChange) => "problem" in one;
  return {
    agents: planned.filter((one): one is AgentFile => !isRefused(one)),
    refusals: planned.filter((one): one is RefusedChange => isRefused(one)),
  };
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

interface Drafting extends Pick<AgentFile, "before"> {
  readonly agent: string;
  readonly agents: AgentFiles;
  readonly tools: Installation["tools"];
  readonly installation: Installation;
}

/** The new text; `undefined`: no file. */
function textOf({ before, agent, agents: { key, none, value }, tools, installation: { server } }: Drafting): string | undefined {
  const made = `---\nname: ${agent}\ndescription: Works with the tools of ${server}. Say here when it should be used.\n---\n\nSay here what the agent does.\n`;
  const text = before ?? (tools.length === 0 ? undefined : made);
  if (text === undefined) return undefined;
  const head = /^---\r?\n[\s\S]*?\n(?=---[ \t]*(?:\r?\n|$))/.exec(text)?.[0] ?? "";
  const lines = [...head.matchAll(new RegExp(`^(["']?)${key}\\1[ \\t]*:.*\\r?\\n`, "gm"))];
  const [line] = lines;
  if (tools.length === 0 && line === undefined) return text;
  if (line === undefined && none !== "" && before !== undefined)
    throw new SettingsFileError(
      `has no '${key}', so its agent has every tool and would lose the others. Write it by hand: '${key}: ${value(server, tools, undefined)}' and the others`,
    );
  const [start, end] = line === undefined ? [head.length, head.length] : [line.index, line.index + line[0].length];
  const plain = new RegExp(`^${key}:[ \\t]+(.*\\S)[ \\t]*\\r?\\n$`).exec(line?.[0] ?? "")?.[1];
  // A value goes on in lines that are indented.
  const isWhole = head !== "" && lines.length < 2 && !/^(?:[ \t]*\r?\n)*[ \t]+\S/.test(head.slice(end));
  const own = isWhole && (line === undefined || plain !== undefined) ? value(server, tools, plain) : undefined;
  if (own === undefined) {
    if (tools.length === 0 && !head.includes(server)) return text;
    const byHand = tools.length === 0 ? "take the project's tools out" : `add ${value(server, tools, undefined)}`;
    throw new SettingsFileError(`has no '${key}' in the form that toolgen changes. Write it by hand: ${byHand}`);
  }
  if (own === plain) return text;
  const withEntry = (entry: string) => head.slice(0, start) + entry + head.slice(end) + text.slice(head.length);
  if (own === "" && withEntry("") === made) return undefined;
  const last = own === "" ? none : own;
  if (last === undefined)
    throw new SettingsFileError(
      `lists no other tools, and without '${key}' its agent would have every tool. Remove the file, or add a tool of the client to '${key}'`,
    );
  return withEntry(last === "" ? "" : `${key}: ${last}${head.includes("\r\n") ? "\r\n" : "\n"}`);
}

export const changesAgent = ({ before, after }: AgentFile): boolean => before !== after;

/** The files and the change to each. Of one that is there, only the line with its tools changes. */
export const describeAgents = (files: readonly AgentFile[]): string =>
  files
    .map((file) => {
      const { before, after } = file;
      const action = !changesAgent(file) ? "unchanged" : after === undefined ? "remove" : before === undefined ? "create" : "change";
      const lines = (after ?? "").split("\n").filter((line) => !(before ?? "").split("\n").includes(line) && line !== "");
      return [`${action} ${shownPath(file)}`, ...lines.map((line) => `    + ${line}`)].map((line) => `${printable(line)}\n`).join("");
    })
    .join("");

/** Writes all files, or none: if one can't be written, those before it are put back, and the refusal is returned. */
export function writeAgents(files: readonly AgentFile[]): RefusedChange | undefined {
  const written: AgentFile[] = [];
  for (const one of files.filter(changesAgent)) {
    const { after, before: _before, ...facts } = one;
    try {
      writeSettingsFile(one.file, after, { isShared: one.target.scope === "project" });
      written.push(one);
    } catch (error) {
      if (!(error instanceof SettingsFileError)) throw error;
      writeAgents(undone(written));
      return { ...facts, problem: error.message };
    }
    if (!existsSync(one.file)) removeFolders([join(one.file, "..")]);
  }
  return undefined;
}

/** The changes that put the files back. */
export const undone = (files: readonly AgentFile[]): readonly AgentFile[] =>
  files.map((one) => ({ ...one, before: one.after, after: one.before })).reverse();
