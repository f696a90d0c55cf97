import { type PlatformName, platformNames, type ToolModel } from "../../model/tool.js";
import { definitionOn, isAbsentOn } from "../../runtime/call/for-platform.js";
import type { Platform } from "../../runtime/contract/definition.js";
import { commandLines } from "./command-lines.js";

const nodeName: Readonly<Record<PlatformName, Platform>> = { linux: "linux", macos: "darwin", windows: "win32" };

/** The command on each platform where it differs; `false` if the tool doesn't run there. */
export function describePlatforms(
  { definition }: ToolModel,
  alwaysGiven: ReadonlySet<string>,
): Readonly<Partial<Record<PlatformName, readonly string[] | false>>> {
  const differing = platformNames.filter((name) => definition.platforms?.[nodeName[name]] !== undefined);
  return Object.fromEntries(
    differing.map((name) => [
      name,
      !isAbsentOn(definition, nodeName[name]) && commandLines(definitionOn(definition, nodeName[name]), alwaysGiven),
    ]),
  );
}

export function platformLines(platforms: ReturnType<typeof describePlatforms>): readonly string[] {
  return Object.entries(platforms).flatMap(([name, command]) =>
    command === false ? [`${name}: doesn't run there`] : [`${name}:`, ...command.map((line) => `  ${line}`)],
  );
}

/** The programs that must be installed, one a line; those for some platforms name them. */
export function requirementLines(requires: ToolModel["requires"]): readonly string[] {
  const onPlatforms = platformNames.flatMap((name) =>
    requires[name].map((one) => ({ name, says: [one.program, one.range].join(" ").trim() })),
  );
  return [...new Set(onPlatforms.map(({ says: requirement }) => requirement))].map((requirement) => {
    const names = onPlatforms.filter((one) => one.says === requirement).map(({ name }) => name);
    return names.length === platformNames.length ? requirement : `${requirement} (${names.join(", ")})`;
  });
}
