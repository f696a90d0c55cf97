import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { LanguageModel } from "../../agent/loop-state.js";
import { packageRoot, UsageError } from "../command.js";

interface ModelRequest {
  /** `PROVIDER/ID`. */
  readonly model: string;
  readonly baseUrl: string | undefined;
  /** The folder of the project's packages, which precede toolgen's own. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const compatible = "@ai-sdk/openai-compatible";

/**
 * The variables from which these packages read their keys. Other packages report missing settings themselves, on first
 * use.
 */
const keys: Readonly<Record<string, string>> = {
  "@ai-sdk/anthropic": "ANTHROPIC_API_KEY",
  "@ai-sdk/google": "GOOGLE_GENERATIVE_AI_API_KEY",
  "@ai-sdk/openai": "OPENAI_API_KEY",
  "@ai-sdk/mistral": "MISTRAL_API_KEY",
};

/** The variable from which the provider's package of a model reads its key, if it is known. */
export const keyVariableOf = (model: string): string | undefined => {
  const { packageName } = namedModel(model);
  return packageName === compatible ? "TOOLGEN_API_KEY" : keys[packageName];
};

/**
 * Makes the model that the command line names, by its provider's package. Throws a `UsageError` for what is missing:
 * the package, its key, its address.
 */
export async function loadModel({ model, baseUrl, folder, env }: ModelRequest): Promise<LanguageModel> {
  const { packageName, id } = namedModel(model);
  if (baseUrl !== undefined && !URL.canParse(baseUrl))
    throw new UsageError(`--base-url ${baseUrl} is not a URL.`, "Write it as http://127.0.0.1:8080/v1.");
  if (packageName === compatible && baseUrl === undefined)
    throw new UsageError(`${model} needs to know where its server is.`, "Add --base-url, such as --base-url http://127.0.0.1:8080/v1.");
  const key = keys[packageName];
  const loaded = await importPackage(packageName, [folder, fileURLToPath(packageRoot)]);
  if (loaded === undefined)
    throw new UsageError(
      `The package ${packageName} of ${model} is not installed.`,
      `Install it in the project: npm install ai@7 ${packageName}. Node 20 needs ai@6 and the package's major for it (docs/run.md).`,
    );
  if (key !== undefined && !env[key])
    throw new UsageError(`${packageName} reads its key from ${key}, which is not set.`, `Set it: export ${key}=...`);
  const settings = {
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
    ...(packageName === compatible ? { name: "openai-compatible", includeUsage: true } : {}),
    ...(packageName === compatible && env.TOOLGEN_API_KEY ? { apiKey: env.TOOLGEN_API_KEY } : {}),
  };
  const made = saying(packageName, () => makeModel(loaded, id, settings));
  // To the SDK, an object with a `doStream` is a model; it checks the version that the model declares.
  if (typeof made === "object" && made !== null && "doStream" in made) return made as LanguageModel;
  throw noProvider(packageName);
}

/**
 * By the AI SDK's convention a package exports `createAnthropic` or the like, which takes settings and makes a
 * provider. Returns `undefined` if this one doesn't.
 */
function makeModel(loaded: Readonly<Record<string, unknown>>, id: string, settings: object): unknown {
  for (const [name, make] of Object.entries(loaded)) {
    const made: unknown = /^create[A-Z]/.test(name) && typeof make === "function" ? make(settings) : undefined;
    const isProvider = (typeof made === "object" || typeof made === "function") && made !== null && "languageModel" in made;
    if (isProvider && typeof made.languageModel === "function") return made.languageModel(id);
  }
  return undefined;
}

function saying<T>(packageName: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new UsageError(`${packageName} says: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const noProvider = (packageName: string) =>
  new UsageError(
    `${packageName} is not a provider of the AI SDK: it exports no create function that makes models.`,
    "https://ai-sdk.dev/providers lists those that are.",
  );

/** A model as `--model` names it. */
interface NamedModel {
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
function namedModel(text: string): NamedModel {
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
 * Loads a package from the first of these folders whose `node_modules` has it; `undefined` if none has. Rejects with a
 * `UsageError` if it can't be loaded, such as a package whose own dependencies aren't installed.
 */
async function importPackage(name: string, folders: readonly string[]): Promise<Readonly<Record<string, unknown>> | undefined> {
  for (const folder of folders) {
    const entry = entryOf(name, folder);
    if (entry !== undefined) return await importEntry(name, entry);
  }
  return undefined;
}

async function importEntry(name: string, entry: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(pathToFileURL(entry).href)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    const [why] = (error instanceof Error ? error.message : String(error)).split("\n", 1);
    throw new UsageError(`The package ${name} is installed, but can't be loaded: ${why}`, `Install it again: npm install ${name}`);
  }
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
