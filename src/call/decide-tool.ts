import type { CallContext } from "../contract/call.js";
import type { ToolDefinition, ToolKind } from "../contract/definition.js";
import {
  type Kind as ClientKind,
  type Decision,
  decisions,
  type Override,
  type Risk,
  type RiskLevel,
  type RiskSettings,
  riskLevels,
  type ToolMetadata,
  type ToolRisk,
  type UserRiskSettings,
} from "../contract/risk.js";
import { appliesToLevel, type Layer, resolveDecision, stricter } from "./decide-risk.js";
import type { Subject } from "./risk-settings.js";
import { userRiskSettings } from "./user-settings.js";

/** The highest risk that a call of a tool can have. */
export interface DecidedTool {
  readonly level: RiskLevel;
  /** The highest level of the calls that `decision` is about. */
  readonly decidedLevel: RiskLevel;
  /** `deny` if every call is denied; the stricter of `allow` and `ask` if only some are. */
  readonly decision: Decision;
  /** The setting that decided, or `risk.rules.0`; `undefined` if the spec's own level did. */
  readonly from: string | undefined;
  /** The same of each setting or rule that denies calls, if only some are denied. */
  readonly deniedBy: readonly (string | undefined)[];
}

type PossibleCall = Pick<DecidedTool, "level" | "decision" | "from">;

const highestLevel = (calls: readonly Pick<PossibleCall, "level">[]): RiskLevel =>
  calls.map(({ level }) => level).reduce((a, b) => stricter(riskLevels, a, b) ?? a);

/**
 * Decides once for a tool: the highest level of all of its calls, and the strictest decision on those that aren't
 * denied.
 */
export function decideTool(
  { risk, riskSettings: project = {} }: { readonly risk: Risk; readonly riskSettings?: RiskSettings },
  { user = {}, commandLine = {} }: UserRiskSettings = {},
): DecidedTool {
  const all = possible({ risk, riskSettings: project }, { user, commandLine });
  const level = highestLevel(all);
  const permitted = all.filter(({ decision }) => decision !== "deny");
  const decision = permitted
    .map((one) => one.decision)
    .reduce<Decision>((a, b) => stricter(decisions, a, b) ?? a, permitted.length === 0 ? "deny" : "allow");
  const decided = all.filter((one) => one.decision === decision);
  const decidedLevel = highestLevel(decided);
  // If several decide the same, the rule that applies if no other matches, which is the last.
  const deciding = decided.findLast((one) => one.level === decidedLevel);
  const deniedBy = decision === "deny" ? [] : all.filter((one) => one.decision === "deny").map(({ from }) => from);
  return { level, decidedLevel, decision, from: deciding?.from, deniedBy: [...new Set(deniedBy)] };
}

/** Returns the decisions that calls of a tool can get, by their arguments; paths that programs trust aside. */
export function possibleDecisions(tool: Parameters<typeof decideTool>[0], settings: UserRiskSettings = {}): readonly Decision[] {
  const all = new Set(possible(tool, settings).map(({ decision }) => decision));
  return decisions.filter((decision) => all.has(decision));
}

function possible(
  { risk, riskSettings: project = {} }: Parameters<typeof decideTool>[0],
  { user = {}, commandLine = {} }: UserRiskSettings,
): readonly PossibleCall[] {
  const owns = risk.rules ?? [risk];
  return owns.flatMap((own, i) =>
    combinations(layers(user, own.level), layers(project, own.level), layers(commandLine, own.level)).map(([ofUser, ofProject, now]) => {
      const settled = resolveDecision(own, { user: ofUser, project: ofProject, commandLine: now });
      return { ...settled, from: settled.from ?? (i < owns.length - 1 ? `risk.rules.${i}` : undefined) };
    }),
  );
}

/** Every override may match, up to the first that always does. */
function layers({ confirm, overrides: all = [] }: RiskSettings, own: RiskLevel): readonly Layer[] {
  const overrides = all.filter((one) => appliesToLevel(one, own));
  const always = overrides.findIndex(({ when }) => when.length === 0);
  const possible: readonly (Override | undefined)[] = always === -1 ? [...overrides, undefined] : overrides.slice(0, always + 1);
  return possible.map((override) => ({ ...(confirm && { confirm }), override }));
}

const combinations = (users: readonly Layer[], projects: readonly Layer[], now: readonly Layer[]) =>
  users.flatMap((user) => projects.flatMap((project) => now.map((one) => [user, project, one] as const)));

/**
 * Returns the metadata of a tool under the user's settings and those of the command line. If the settings can't be
 * read, every call is refused anyway.
 */
export function effectiveMetadata(
  definition: Parameters<typeof decideTool>[0] & Subject,
  own: ToolRisk,
  { env, commandLine }: Pick<CallContext, "env" | "commandLine">,
): ToolMetadata {
  const user = userRiskSettings(definition, env);
  if (!user.ok || (Object.keys(user.riskSettings).length === 0 && commandLine === undefined)) return metadataOf(own);
  const { level, decision } = decideTool(definition, { user: user.riskSettings, ...(commandLine && { commandLine }) });
  return metadataOf({ ...own, level, requiresConfirmation: decision === "ask" });
}

/**
 * Returns the metadata of a tool of this kind (also a client's own kinds) without a declared risk: everything but a
 * safe tool is confirmed.
 */
export function defaultMetadata(kind: ToolKind | `${ClientKind}`): ToolMetadata {
  const riskLevel = new Map<string, RiskLevel>(Object.entries(levelByKind)).get(kind) ?? "moderate";
  return { riskLevel, requiresConfirmation: riskLevel !== "safe" };
}

/** The risk of an external tool, whatever it declares. */
export const externalRisk: ToolRisk = { level: "moderate", requiresConfirmation: true };

export function metadataOf({ level, requiresConfirmation, impactDescription, category }: ToolRisk): ToolMetadata {
  return {
    riskLevel: level,
    requiresConfirmation,
    ...(impactDescription === undefined ? {} : { impactDescription }),
    ...(category === undefined ? {} : { category }),
  };
}

/**
 * Returns the metadata for a question about one call: its own impact replaces the tool's. Differences that registration
 * declared stay.
 */
export function metadataOfCall<Metadata extends ToolMetadata | undefined>(
  metadata: Metadata,
  { own, impact }: { readonly own: ToolMetadata | undefined; readonly impact: string | undefined },
): Metadata {
  if (metadata === undefined || impact === undefined || metadata.impactDescription !== own?.impactDescription) return metadata;
  return { ...metadata, impactDescription: impact };
}

/**
 * The level of a tool that declares no risk: reading is safe, changing is moderate, deleting and running programs is
 * dangerous.
 */
export const levelByKind: Readonly<Record<ToolKind, RiskLevel>> = {
  read: "safe",
  search: "safe",
  think: "safe",
  fetch: "safe",
  edit: "moderate",
  move: "moderate",
  other: "moderate",
  delete: "dangerous",
  execute: "dangerous",
};

/** All four MCP hints, because two of their defaults are the alarming ones. */
export interface McpHints {
  readonly [name: string]: boolean;
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

const reading: readonly ToolKind[] = ["read", "search", "think"];
/** `other` says nothing about effects, so the worse is assumed. */
const changing: readonly ToolKind[] = ["edit", "delete", "move", "execute", "other"];
const outside: readonly ToolKind[] = ["fetch", "execute", "other"];

/** The parts of a tool that decide its hints. */
interface Hinting {
  readonly kind: ToolKind;
  readonly level: RiskLevel;
  readonly requiresConfirmation: boolean;
  /** The spec's own hints. */
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly http: ToolDefinition["http"] | undefined;
  readonly mcp: ToolDefinition["mcp"] | undefined;
  /** True if settings changed the level or the confirmation of the spec. */
  readonly isOverridden: boolean;
}

/**
 * Returns the MCP hints of kind and risk, unless the spec's `annotations` override them. Clients call a read-only tool
 * without asking, so a tool that is dangerous or requires confirmation isn't read-only, whatever its annotations say. A
 * tool is destructive if it is dangerous, or if it changes something and isn't safe. A request reaches the open world.
 * What a tool of another server does is unknown here, whatever its kind: it reaches the open world, and it is
 * destructive unless it is safe. These are MCP's own defaults. Settings override annotations too: their level decides
 * whether a tool is destructive.
 */
export function mcpHints({ kind, level, requiresConfirmation, annotations: own, http, mcp, isOverridden }: Hinting): McpHints {
  const mayBeReading = level !== "dangerous" && !requiresConfirmation;
  const isReading = own.readOnlyHint ?? (reading.includes(kind) && mayBeReading);
  // The spec's author knows whether a tool changes something, also one that requires confirmation.
  const changesNothing = isOverridden ? isReading && mayBeReading : isReading;
  const destructive =
    !changesNothing && (level === "dangerous" || (level === "moderate" && (mcp !== undefined || changing.includes(kind))));
  return {
    readOnlyHint: isReading && mayBeReading,
    destructiveHint: isOverridden ? destructive : (own.destructiveHint ?? destructive),
    idempotentHint: own.idempotentHint ?? changesNothing,
    openWorldHint: own.openWorldHint ?? (outside.includes(kind) || http !== undefined || mcp !== undefined),
  };
}
