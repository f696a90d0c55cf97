import { isAbsolute } from "node:path";

/** Returns the absolute path of a user's settings (XDG); `undefined` if the home folder is unknown. */
export function userSettingsFile({ XDG_CONFIG_HOME, HOME }: Readonly<Record<string, string | undefined>>): string | undefined {
  const folder = XDG_CONFIG_HOME !== undefined && isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : HOME && below(HOME, ".config");
  return folder ? below(folder, "toolgen/settings.json") : undefined;
}

/** Every call needs this path, so it is concatenated without `path.join`, which Node compiles on its first call. */
const below = (folder: string, name: string) => (folder.endsWith("/") ? folder + name : `${folder}/${name}`);
