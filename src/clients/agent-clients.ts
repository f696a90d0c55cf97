import { isJsonObject, type JsonObject, type JsonValue } from "../contract/json-value.js";
import { amp } from "./agents/amp.js";
import { antigravity } from "./agents/antigravity.js";
import { auggie } from "./agents/auggie.js";
import { claude, claudeDesktop } from "./agents/claude.js";
import { cline } from "./agents/cline.js";
import { codex } from "./agents/codex.js";
import { continueDev } from "./agents/continue.js";
import { copilot } from "./agents/copilot.js";
import { crush } from "./agents/crush.js";
import { cursor } from "./agents/cursor.js";
import { factory } from "./agents/factory.js";
import { gemini } from "./agents/gemini.js";
import { junie } from "./agents/junie.js";
import { kilo } from "./agents/kilo.js";
import { kiro } from "./agents/kiro.js";
import { pi } from "./agents/pi.js";
import { qwen } from "./agents/qwen.js";
import { vscode } from "./agents/vscode.js";
import { windsurf } from "./agents/windsurf.js";
import { zed } from "./agents/zed.js";
import { type AgentClient, type Installation, type InstallationScope, isWrittenStart, type SettingsFile } from "./client.js";
import { valueIn } from "./install-pieces.js";
import { opencode } from "./opencode.js";
import { type EntriesPiece, hasMark, isServer, type KeyPath, type Piece } from "./piece.js";

/** Every client that `toolgen install` knows, in the order of its help. */
export const agentClients: readonly AgentClient[] = [
  claude,
  codex,
  opencode,
  copilot,
  gemini,
  antigravity,
  qwen,
  cline,
  pi,
  vscode,
  cursor,
  zed,
  windsurf,
  junie,
  claudeDesktop,
  kiro,
  kilo,
  auggie,
  factory,
  crush,
  amp,
  continueDev,
];

/** Reads a settings file; `undefined` if there is none, or it can't be read. */
type ReadFile = (file: SettingsFile) => string | undefined;

/**
 * The settings files of a client with the project's pieces, and with those of the names that the server had before: the
 * same start under another name. `undefined` if the client has no files in this scope.
 */
export function settingsFiles(
  client: AgentClient,
  scope: InstallationScope,
  installation: Installation,
  read: ReadFile,
): readonly SettingsFile[] | undefined {
  const files = client[scope]?.(installation);
  const earlier = (files ?? []).flatMap((file) => file.pieces.filter(isServer).flatMap((piece) => earlierNames(file, read(file), piece)));
  return [...new Set(earlier)].reduce((all, server) => {
    const before = client[scope]?.({ ...installation, server, tools: [], hooks: true }) ?? [];
    return all && withEarlier(all, before, (file) => rulesAbout(server, file, read(file)));
  }, files);
}

function earlierNames({ syntax }: SettingsFile, text: string | undefined, { path, entries }: EntriesPiece): readonly string[] {
  const servers = valueIn({ text, syntax }, path);
  const [[name, own] = ["", null]] = entries;
  return isJsonObject(servers) ? Object.keys(servers).filter((key) => key !== name && isWrittenStart(servers[key], own)) : [];
}

/** The lists of a file in which each rule names a server: what was written for it, with the tools that it had then. */
function rulesAbout(server: string, { pieces, syntax }: SettingsFile, text: string | undefined): readonly EntriesPiece[] {
  const names = (rule: JsonValue) => isJsonObject(rule) && Object.values(rule).includes(server);
  return pieces.flatMap(({ path, ...piece }) => {
    const keys = piece.kind === "entries" ? piece.entries.map(([key]) => key) : [];
    return keys.flatMap((key) => {
      const rules = valueIn({ text, syntax }, [...path, key]);
      return Array.isArray(rules) && rules.every(names) ? [{ kind: "entries", path, entries: [[key, rules]] } as const] : [];
    });
  });
}

/** `rulesIn` returns the rules in a file that has the earlier name, as a file of rules alone has. */
function withEarlier(
  files: readonly SettingsFile[],
  earlier: readonly SettingsFile[],
  rulesIn: (file: SettingsFile) => readonly EntriesPiece[],
): readonly SettingsFile[] {
  const onlyToolgens = ({ pieces }: SettingsFile): readonly Piece[] =>
    pieces.filter((piece) => piece.mark !== undefined || piece.prefix !== undefined || (piece.kind === "entries" && piece.shared));
  const known = files.map((file) => {
    const before = earlier.find(({ path }) => path === file.path);
    return before === undefined ? file : { ...file, earlier: [...(file.earlier ?? []), ...onlyToolgens(before)] };
  });
  const others = earlier.filter(({ path }) => !files.some((file) => file.path === path));
  return [...known, ...others.map((file) => ({ ...file, pieces: [], earlier: [...onlyToolgens(file), ...rulesIn(file)] }))];
}

/** A server in a client's settings that isn't this project's. */
export interface ForeignServer {
  readonly path: KeyPath;
  readonly name: string;
  readonly entry: JsonObject;
}

/** The servers that a client starts by a settings file, but this project's, in the order of the file. */
export function foreignServers(file: SettingsFile, text: string | undefined): readonly ForeignServer[] {
  const starts = file.pieces.filter(isServer);
  const isOwn = (value: JsonValue | undefined) =>
    starts.some((piece) => hasMark(value, piece) || isWrittenStart(value, piece.entries[0]?.[1] ?? null));
  return [...starts.map(({ path }) => path), ...(file.servers ?? [])].flatMap((path) => {
    const servers = valueIn({ text, syntax: file.syntax }, path);
    if (!isJsonObject(servers)) return [];
    return Object.entries(servers).flatMap(([name, entry]) =>
      isJsonObject(entry) && !isOff(entry) && !isOwn(entry) ? [{ path: [...path, name], name, entry }] : [],
    );
  });
}

const isOff = ({ enabled, disabled }: JsonObject) => enabled === false || disabled === true;

/**
 * An entry in the form that Claude Code made: with a program and its arguments apart, and references to variables as
 * `${NAME}`.
 */
export function usualEntry(entry: JsonObject): JsonObject {
  const [command, ...words] = [entry.command ?? []].flat() as readonly JsonValue[];
  const fields = (...all: readonly (JsonValue | undefined)[]) => Object.assign({}, ...all.filter((one) => isJsonObject(one ?? null)));
  const references = (names: JsonValue | undefined) =>
    Array.isArray(names) ? Object.fromEntries(names.map((name) => [String(name), `\${${String(name)}}`])) : {};
  const named = (names: JsonValue | undefined) =>
    Object.fromEntries(Object.entries(fields(names)).map(([header, name]) => [header, `\${${String(name)}}`]));
  const token = entry.bearer_token_env_var;
  const text = JSON.stringify({
    ...entry,
    ...(command !== undefined && { command, args: [...words, ...[entry.args ?? []].flat()] }),
    env: fields(references(entry.env_vars), entry.environment, entry.env),
    headers: fields(
      entry.http_headers,
      named(entry.env_http_headers),
      token === undefined ? undefined : { Authorization: `Bearer \${${String(token)}}` },
      entry.headers,
    ),
  });
  return JSON.parse(text.replaceAll(/\$?\{env:(\w+)\}/g, (_, name: string) => `\${${name}}`)) as JsonObject;
}
