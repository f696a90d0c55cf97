import { closest } from "../text/closest.js";
import type { Settings } from "./read-settings.js";

/** The targets of settings that exist here. Targets of an absent kind are unknown and aren't reported. */
export interface Here {
  /** The names by which settings select tools. */
  readonly tools?: readonly string[];
  /** The aliases of a tool, and its own name. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** The names of resources, which settings deny or ask about as they do for tools. */
  readonly resources?: () => readonly string[];
  /**
   * Labels without `toolset:`. Read only if settings name a toolset, because it can require loading the tools' modules.
   */
  readonly toolsets?: () => readonly string[];
  /** The aliases of MCP servers. */
  readonly servers?: readonly string[];
}

/**
 * Returns a sentence, which begins with `speaks`, for each target of settings that doesn't exist here: a misspelt name
 * has no effect. The user's file is also for other projects, so it isn't a mistake there.
 */
export function unknownTargets({ overrides }: Settings, here: Here, speaks = "--risk speaks"): readonly string[] {
  const targets = Object.keys(overrides).filter((target) => target !== "*");
  const toolsets = targets.some(isToolset) ? here.toolsets?.().map((label) => `toolset:${label}`) : undefined;
  const servers = here.servers?.map((alias) => `server:${alias}`);
  return targets.flatMap((target) => {
    const [kind, known] = isToolset(target)
      ? (["toolset", toolsets] as const)
      : target.startsWith("server:")
        ? (["server", servers] as const)
        : (["tool", here.tools] as const);
    if (known === undefined || known.includes(target)) return [];
    const resources = kind === "tool" ? (here.resources?.() ?? []) : [];
    if (resources.includes(target)) return [];
    const meant = kind === "tool" ? nearestTool(target, [...known, ...resources], here.aliases) : closest(target, known);
    return [`${speaks} of '${target}', which is not a ${kind} here.${meant === undefined ? "" : ` Did you mean '${meant}'?`}`];
  });
}

const isToolset = (target: string) => target.startsWith("toolset:");

function nearestTool(target: string, known: readonly string[], aliases: Here["aliases"] = {}): string | undefined {
  const suggestion = closest(target, [...known, ...Object.keys(aliases)]);
  return suggestion === undefined || known.includes(suggestion) ? suggestion : aliases[suggestion];
}
