import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { UsageError } from "../usage-error.js";

/** A model as `--model` names it. */
export interface NamedModel {
  /** The package of its provider, one of the AI SDK's. */
  readonly packageName: string;
  /** The provider's name of it. */
  readonly id: string;
}

/**
 * Reads `PROVIDER/ID`. A provider is the part after `@ai-sdk/` (`anthropic`), a package with a scope
 * (`@openrouter/ai-sdk-provider`), or any other package after `npm:`. The rest is the provider's own name for the
 * model, slashes included.
 */
export function namedModel(text: string): NamedModel {
  const match = /^(?:(@[\w.-]+\/[\w.-]+)|npm:([\w.-]+)|([\w-]+))\/(.+)$/s.exec(text);
  if (match === null)
    throw new UsageError(
      `'${text}' names no model.`,
      "Write it as PROVIDER/ID: anthropic/claude-opus-4-5, google/gemini-3-pro, openai-compatible/qwen3.",
    );
  const [, scoped, plain, provider, id = ""] = match;
  return { packageName: scoped ?? plain ?? `@ai-sdk/${provider}`, id };
}

/**
 * Loads a package from the first of these folders whose `node_modules` has it; `undefined` if none has. Rejects with
 * the package's own exception.
 */
export async function importPackage(name: string, folders: readonly string[]): Promise<Readonly<Record<string, unknown>> | undefined> {
  for (const folder of folders) {
    const entry = entryOf(name, folder);
    if (entry !== undefined) return (await import(pathToFileURL(entry).href)) as Readonly<Record<string, unknown>>;
  }
  return undefined;
}

/**
 * The file that an import of the package resolves to. Many packages have none for `require`, so their manifest is read.
 */
function entryOf(name: string, folder: string): string | undefined {
  const folders = createRequire(join(folder, "package.json")).resolve.paths(name) ?? [];
  for (const folder of folders) {
    const manifest = manifestIn(join(folder, name, "package.json"));
    if (manifest === undefined) continue;
    const { exports, module, main } = manifest;
    const entry = importTarget(exports) ?? [module, main, "index.js"].find((one) => typeof one === "string");
    return join(folder, name, String(entry));
  }
  return undefined;
}

function manifestIn(path: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

const conditions = new Set(["node", "import", "module-sync", "default"]);

/** Returns the package's own entry in `exports`, by the conditions of an import in Node. */
function importTarget(exports: unknown): string | undefined {
  if (typeof exports === "string") return exports;
  if (Array.isArray(exports)) return exports.map(importTarget).find((one) => one !== undefined);
  if (typeof exports !== "object" || exports === null) return undefined;
  if ("." in exports) return importTarget(exports["."]);
  for (const [condition, target] of Object.entries(exports)) {
    const found = conditions.has(condition) ? importTarget(target) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
