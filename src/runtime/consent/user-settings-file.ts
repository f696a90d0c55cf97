import { isAbsolute, join } from "node:path";

/** Where a user's settings are (XDG): absolute; `undefined` where nobody's home is known. */
export function userSettingsFile({ XDG_CONFIG_HOME, HOME }: Readonly<Record<string, string | undefined>>): string | undefined {
  const folder = XDG_CONFIG_HOME !== undefined && isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : HOME && join(HOME, ".config");
  return folder ? join(folder, "toolgen", "settings.json") : undefined;
}
