import type { Host } from "../../contract/host.js";
import { isJsonObject } from "../../contract/json-value.js";

/** The longest name of a server. */
const longest = 32;

/** The name of a server without `server` in toolgen.yaml, and whether it stands only in the outputs. */
interface DefaultName {
  readonly server: string;
  readonly isFolders: boolean;
}

/**
 * Names a project as its package.json does, without the scope, or else as its folder. A clone may have another folder,
 * so a name that the outputs have, in the manifest at that path, precedes the folder's.
 */
export async function defaultName(host: Host, manifest: string): Promise<DefaultName> {
  const packages = nameIn(await json(host, "package.json"), "name");
  if (packages !== undefined) return { server: packages, isFolders: false };
  const built = nameIn(await json(host, manifest), "server");
  return { server: built ?? serverName(host.name ?? "") ?? "toolgen", isFolders: true };
}

const nameIn = (value: unknown, key: string) =>
  isJsonObject(value) && typeof value[key] === "string" ? serverName(value[key]) : undefined;

/** A name in letters, digits and `-`; `undefined` if none of them is in it. */
function serverName(text: string): string | undefined {
  const name = text
    .replace(/^@[^/]*\//, "")
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-/, "");
  return shortened(name, longest);
}

const shortened = (name: string, length: number) => name.slice(0, length).replace(/-$/, "") || undefined;

/** Shortens a default name so that it and each tool's are at most so long together, but not below seven characters. */
export function fitName(server: string, { names, most }: { readonly names: readonly string[]; readonly most: number }): string {
  const longestTool = names.reduce((all, { length }) => Math.max(all, length), 0);
  return shortened(server, Math.max(7, most - longestTool)) ?? server;
}

async function json(host: Host, path: string): Promise<unknown> {
  try {
    const bytes = await host.read(path);
    return bytes === undefined ? undefined : JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
