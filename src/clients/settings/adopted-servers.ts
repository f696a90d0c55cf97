import { deepEqual, type JsonValue } from "../../contract/json-value.js";
import { installPieces, type SettingsText, uninstallPieces, valueIn } from "../install-pieces.js";
import type { Adoption, Edited, EntriesPiece, SecretValues } from "../piece.js";
import { hideSecrets } from "./inverse.js";

const hidden = (value: JsonValue, secrets: SecretValues) => JSON.parse(hideSecrets(JSON.stringify(value), secrets)) as JsonValue;

/** The servers that were taken out of a settings file, as a record keeps them, and the rest of the file. */
type TakenOut = Edited & { readonly adopted: readonly EntriesPiece[] };

/**
 * Takes servers out of a settings file: those of an adoption, and those of the record if the file has them again as
 * they were.
 */
export function takeOutServers(
  settings: SettingsText,
  { servers = [], secrets = {} }: Partial<Adoption> = {},
  before: readonly EntriesPiece[] = [],
): TakenOut {
  const earlier = before.flatMap(({ path, entries }) =>
    entries.flatMap(([key, value]) => (deepEqual(valueIn(settings, [...path, key]) ?? null, value) ? [[...path, key]] : [])),
  );
  const unique = [...new Map([...earlier, ...servers].map((path) => [path.join("\0"), path])).values()];
  const found = unique.flatMap((path): readonly EntriesPiece[] => {
    const value = valueIn(settings, path);
    return value === undefined ? [] : [{ kind: "entries", path: path.slice(0, -1), entries: [[path.at(-1) ?? "", value]] }];
  });
  const without = found.length === 0 ? { ok: true as const, text: settings.text ?? "" } : uninstallPieces(settings, found);
  const adopted = found.map((piece) => ({
    ...piece,
    entries: piece.entries.map(([key, value]) => [key, hidden(value, secrets)] as const),
  }));
  return { ...without, adopted };
}

/** Reports whether a file still has servers of an adoption. */
export const holdsServers = (settings: SettingsText, { servers }: Adoption): boolean =>
  servers.some((path) => valueIn(settings, path) !== undefined);

/** Puts servers back that were taken out, except those that the user has written again. */
export function putBackServers(settings: SettingsText, adopted: readonly EntriesPiece[] = []): Edited {
  const missing = adopted.filter(({ path, entries }) => entries.every(([key]) => valueIn(settings, [...path, key]) === undefined));
  return missing.length === 0 ? { ok: true, text: settings.text ?? "" } : installPieces(settings, missing);
}
