import { type ProjectPackages, readPackages } from "./project-packages.js";
import { findSchemas } from "./schema-location.js";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The command that a user types for `toolgen` here: by the package manager if the project has it, or as this process
 * was started.
 */
export function invocation(projectDir: string, environment: Environment, packages: ProjectPackages = readPackages(projectDir)): string {
  if (packages.dependsOnToolgen || findSchemas(projectDir).isInstalled) return runners[packages.manager];
  return environment.npm_command === "exec" ? "npx toolgen" : "toolgen";
}

const runners = { npm: "npx toolgen", pnpm: "pnpm toolgen", yarn: "yarn toolgen", bun: "bunx toolgen" } as const;
