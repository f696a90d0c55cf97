import { type DecidedTool, decideTool, mcpHints } from "../../call/decide-tool.js";
import { riskSettingsFor, type Settings } from "../../call/risk-settings.js";
import { readUserSettings, userSettingsFile } from "../../call/user-settings.js";
import type { ToolDefinition } from "../../contract/definition.js";
import type { ServerOptions } from "../server-options.js";
import type { SchemaForm, ServedResources, ServedToolSource } from "../tool-source.js";

/**
 * Returns the tools of `tools/list` under the user's settings and the server's arguments: without tools whose calls are
 * all denied, and with the hints for the others' level. Without such settings, the list stays the bytes that the build
 * wrote. Otherwise the settings of a tool are looked up in its module.
 */
export function filterToolList(source: ServedToolSource, options: ServerOptions, form: SchemaForm): Uint8Array {
  const settingsLayers = settingsLayersOf(options);
  const list = source.list(form);
  if (settingsLayers.length === 0) return list;
  // Printed by a build of toolgen.
  const tools = JSON.parse(Buffer.from(list).toString("utf8")) as readonly ListedTool[];
  return Buffer.from(JSON.stringify(tools.flatMap((tool) => listed(tool, source, settingsLayers))));
}

/** Returns the resources of a list that the user's settings and the server's arguments don't deny. */
export function filterResourceList(list: Uint8Array, resources: ServedResources, options: ServerOptions): Uint8Array {
  const settingsLayers = settingsLayersOf(options);
  if (settingsLayers.length === 0) return list;
  // Printed by a build of toolgen.
  const listed = JSON.parse(Buffer.from(list).toString("utf8")) as readonly { readonly name: string }[];
  const isAllowed = ({ name }: { readonly name: string }) => {
    if (!settingsLayers.some(({ settings }) => maySpeakOf(settings, name))) return true;
    const found = resources.find(name);
    return !found.ok || decide(found.resource.definition, settingsLayers).decision !== "deny";
  };
  return Buffer.from(JSON.stringify(listed.filter(isAllowed)));
}

const decide = (definition: ToolDefinition, settingsLayers: readonly SettingsLayer[]): DecidedTool =>
  decideTool(
    definition,
    Object.fromEntries(settingsLayers.map(({ layer, settings }) => [layer, riskSettingsFor(settings, definition)] as const)),
  );

interface ListedTool {
  readonly name: string;
  readonly annotations: { readonly title: string };
}

/**
 * The user's settings, then those of the command line. If the user's can't be read, every call is refused with the
 * reason.
 */
function settingsLayersOf({ env, risk }: ServerOptions): readonly SettingsLayer[] {
  const file = userSettingsFile(env);
  const user = file === undefined ? undefined : readUserSettings(file);
  const all: readonly SettingsLayer[] = [
    ...(user?.ok ? [{ layer: "user", settings: user.settings } as const] : []),
    ...(risk === undefined ? [] : [{ layer: "commandLine", settings: risk } as const]),
  ];
  return all.filter(({ settings }) => Object.keys(settings.confirm).length > 0 || Object.keys(settings.overrides).length > 0);
}

interface SettingsLayer {
  readonly layer: "user" | "commandLine";
  readonly settings: Settings;
}

function listed(tool: ListedTool, source: ServedToolSource, settingsLayers: readonly SettingsLayer[]): readonly ListedTool[] {
  if (!settingsLayers.some(({ settings }) => maySpeakOf(settings, tool.name))) return [tool];
  const found = source.find(tool.name);
  if (!found.ok) return [tool];
  const { definition } = found.tool;
  const decided = decide(definition, settingsLayers);
  if (decided.decision === "deny") return [];
  return isAsBuilt(definition, decided)
    ? [tool]
    : [{ ...tool, annotations: { title: tool.annotations.title, ...hintsOf(definition, decided) } }];
}

/** Returns true if a tool must be looked up: only its module has its toolsets. */
function maySpeakOf({ confirm, overrides }: Settings, name: string): boolean {
  const isWide = (target: string) => target === "*" || target.startsWith("toolset:");
  return Object.keys(confirm).length > 0 || Object.keys(overrides).some((target) => target === name || isWide(target));
}

const isAsBuilt = ({ risk }: ToolDefinition, { level, decision }: DecidedTool) =>
  risk.level === level && risk.requiresConfirmation === (decision === "ask");

function hintsOf({ kind, http, mcp, annotations = {} }: ToolDefinition, { level, decision }: DecidedTool) {
  return mcpHints({
    kind,
    level,
    requiresConfirmation: decision === "ask",
    annotations,
    http,
    mcp,
    isOverridden: true,
  });
}
