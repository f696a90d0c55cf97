import { join } from "node:path";
import type { AgentClient, Installation, InstallationScope, SettingsFile } from "../../clients/client.js";
import { isHook, isServer } from "../../clients/confirmation-side.js";
import { entryIn, uninstallPieces } from "../../clients/settings/install-pieces.js";
import { hasMark } from "../../clients/settings/piece.js";
import type { Installations } from "./installations.js";
import { readSettingsFile, SettingsFileError } from "./read-settings-file.js";

/** Returns the installation with the hook of a client, if it has one and is to have it. */
export const withHook = (installation: Installation, client: AgentClient, hooks: boolean): Installation => ({
  ...installation,
  hooks: hooks && client.hook !== undefined,
});

/** Looks whether the client's settings start the project's hook, also in an earlier form. */
export function hasInstalledHook(client: AgentClient, scope: InstallationScope, installation: Installation): boolean {
  return filesOf(client, scope, installation).some(({ file, text }) =>
    file.pieces.filter(isHook).some((piece) => {
      const without = uninstallPieces({ text, syntax: file.syntax }, [piece]);
      return text !== undefined && without.ok && without.text !== text;
    }),
  );
}

/**
 * Returns true if an installation should have the hook: as requested, or as it has it now, or by the client's default.
 */
export function wantsHook(
  client: AgentClient,
  scope: InstallationScope,
  { requested, installations }: { readonly requested: boolean | undefined; readonly installations: Installations },
): boolean {
  if (requested !== undefined || client.hook === undefined) return requested === true;
  const installation = installations[scope];
  return hasServer(client, scope, installation) ? hasInstalledHook(client, scope, installation) : client.hook.isDefault;
}

const hasServer = (client: AgentClient, scope: InstallationScope, installation: Installation) =>
  filesOf(client, scope, installation).some(({ file, text }) =>
    file.pieces.some(
      (piece) => piece.kind === "entries" && isServer(piece) && hasMark(entryIn({ text, syntax: file.syntax }, piece), piece),
    ),
  );

/** The settings files of a client with their texts. A file that can't be read holds nothing. */
export function filesOf(client: AgentClient, scope: InstallationScope, installation: Installation) {
  const files = client[scope]?.(withHook(installation, client, true)) ?? [];
  return files.map((file) => ({ file, text: textOr(file, installation) }));
}

function textOr({ path }: SettingsFile, { projectDir }: Installation): string | undefined {
  try {
    return path.startsWith("/") ? readSettingsFile(path, undefined) : readSettingsFile(join(projectDir, path), projectDir);
  } catch (error) {
    if (error instanceof SettingsFileError) return undefined;
    throw error;
  }
}
