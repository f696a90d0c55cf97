import type { Command, Platform, PlatformDefinition, ToolDefinition } from "../../../contract/definition.js";
import { type PlatformName, platformNames, type Requirement, type ToolModel } from "../../tool-model.js";
import type { CheckedPlatform } from "../execution/platforms.js";
import type { EnvSpec, RequiresSpec } from "../language/execution-shapes.js";
import type { ToolContext, ToolSpec } from "../language/tool-context.js";

const nodeName: Readonly<Record<PlatformName, Platform>> = { linux: "linux", macos: "darwin", windows: "win32" };

/** Returns the programs that a tool needs on each platform: those of the platform, otherwise those of the tool. */
export function lowerRequires(spec: ToolSpec): ToolModel["requires"] {
  const on = (name: PlatformName) => {
    const platform = spec.platforms?.[name];
    return platform === false ? [] : requirements(platform?.requires ?? spec.requires);
  };
  return { linux: on("linux"), macos: on("macos"), windows: on("windows") };
}

export interface PlatformFindings {
  readonly command: Command | undefined;
  readonly platforms: Readonly<Partial<Record<PlatformName, CheckedPlatform>>>;
}

/** Returns the parts of `requires` and `platforms` that a call needs; nothing if they have no effect on it. */
export function lowerPlatforms(tool: ToolContext, found: PlatformFindings): Pick<ToolDefinition, "install" | "platforms"> {
  const { spec } = tool;
  const install = installOf(found.command, spec.requires);
  const differing = platformNames.flatMap((name): readonly (readonly [Platform, PlatformDefinition | false])[] => {
    const platform = spec.platforms?.[name];
    if (platform === undefined) return [];
    if (platform === false) return [[nodeName[name], false]];
    const { command, envSet } = found.platforms[name] ?? {};
    const ownInstall = installOf(command ?? found.command, platform.requires ?? spec.requires);
    const replaced = {
      ...(command === undefined ? {} : { command }),
      ...(envSet === undefined ? {} : { env: { pass: passedOn(tool, platform.env), set: envSet } }),
      ...(ownInstall === install ? {} : { install: ownInstall ?? "" }),
    };
    return Object.keys(replaced).length === 0 ? [] : [[nodeName[name], replaced]];
  });
  return {
    ...(install === undefined ? {} : { install }),
    ...(differing.length === 0 ? {} : { platforms: Object.fromEntries(differing) }),
  };
}

/** Returns the variables that are passed on: the project's, and those in an `env`. */
export function passedOn({ project }: ToolContext, env: EnvSpec | undefined): readonly string[] {
  const own = env === undefined ? [] : isList(env) ? env : (env.pass ?? []);
  return [...new Set([...project.env, ...own])];
}

const isList = (env: EnvSpec): env is readonly string[] => Array.isArray(env);

function requirements(spec: RequiresSpec | undefined): readonly Requirement[] {
  return Object.entries(spec ?? {}).map(([program, requirement]) => {
    const { range, args, install } = typeof requirement === "string" ? { range: requirement } : requirement;
    return { program, range, args: args ?? ["--version"], install };
  });
}

function installOf(command: Command | undefined, requires: RequiresSpec | undefined): string | undefined {
  if (command === undefined) return undefined;
  const { program, specDir } = command;
  const requirement = specDir || requires === undefined || !Object.hasOwn(requires, program) ? undefined : requires[program];
  return typeof requirement === "object" ? requirement.install : undefined;
}
