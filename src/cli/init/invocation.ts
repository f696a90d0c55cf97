import type { Sight } from "./look-around.js";

/** How a person types `toolgen` here: as the package manager runs a project's own programs, or as this process was started. */
export function invocation(
  { manager, dependsOnToolgen }: Pick<Sight, "manager" | "dependsOnToolgen">,
  { isInstalled, environment }: { readonly isInstalled: boolean; readonly environment: Readonly<Record<string, string | undefined>> },
): string {
  if (isInstalled || dependsOnToolgen) return runners[manager];
  return environment.npm_command === "exec" ? "npx toolgen" : "toolgen";
}

const runners = { npm: "npx toolgen", pnpm: "pnpm toolgen", yarn: "yarn toolgen", bun: "bunx toolgen" } as const;
