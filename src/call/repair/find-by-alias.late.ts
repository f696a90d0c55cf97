import { corruptOutputMessage } from "../start-problem.late.js";
import {
  nameWithoutHost,
  nearNames,
  readToolIndex,
  type ToolFolder,
  type ToolIndex,
  type ToolLookupResult,
  unknownTool,
} from "../tool-index.js";

const clientPrefix = "discovered_tool_";

/**
 * Finds a tool by one of its aliases, also without the prefix that Gemini CLI shows to the model. If that fails, the
 * message names the closest tools. Unlike in a registry (`NameIndex`), a name in another case is unknown: the client's
 * policy has decided by the name that it sends.
 */
export function findByAlias(
  name: string,
  { bin, excluded }: ToolFolder,
  load: (name: string) => ToolLookupResult | undefined,
): ToolLookupResult {
  const read = readToolIndex(bin);
  if (!read.ok) return read;
  const { index } = read;
  const names = excluded === undefined ? index.names : index.names.filter((one) => !excluded.has(one));
  const bare = name.startsWith(clientPrefix) ? name.slice(clientPrefix.length) : name;
  const candidates = [aliased(index, name), bare, aliased(index, bare)].filter((candidate) => candidate !== undefined);
  for (const candidate of candidates) {
    const found = load(candidate);
    if (found !== undefined) return found;
  }
  const missing = candidates.find((candidate) => names.includes(candidate));
  if (missing !== undefined) return { ok: false, message: corruptOutputMessage(`The file of the tool '${missing}' is missing`) };
  return { ok: false, message: unknownTool(name, nearNames(nameWithoutHost(bare), names)) };
}

function aliased(index: ToolIndex, name: string): string | undefined {
  return Object.hasOwn(index.aliases, name) ? index.aliases[name] : undefined;
}
