import { closest } from "../text/closest.js";
import type { Settings } from "./read-settings.js";

/** What settings can speak of where they are asked. Of a kind that is left out nobody knows here what there is, and nothing is told. */
export interface Here {
  /** The names by which settings speak of tools. */
  readonly tools?: readonly string[];
  /** Other names that models use for a tool, and the tool's own. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Labels without `toolset:`. Asked for where settings speak of a toolset, for they may be known to the tools' modules alone. */
  readonly toolsets?: () => readonly string[];
  /** The aliases of MCP servers. */
  readonly servers?: readonly string[];
}

/**
 * What settings speak of that isn't here, a sentence each, which begins with `speaks`: a name that is misspelt guards nothing. The user's file is about other projects
 * too, so it is no mistake there.
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
    const meant = kind === "tool" ? nearestTool(target, known, here.aliases) : closest(target, known);
    return [`${speaks} of '${target}', which is no ${kind} here.${meant === undefined ? "" : ` Did you mean '${meant}'?`}`];
  });
}

const isToolset = (target: string) => target.startsWith("toolset:");

function nearestTool(target: string, known: readonly string[], aliases: Here["aliases"] = {}): string | undefined {
  const near = closest(target, [...known, ...Object.keys(aliases)]);
  return near === undefined || known.includes(near) ? near : aliases[near];
}
