import { fileURLToPath } from "node:url";
import type { LanguageModel } from "../../runtime/agent/model-message.js";
import { packageRoot } from "../package-root.js";
import { UsageError } from "../usage-error.js";
import { importPackage, namedModel } from "./named-model.js";

export interface ModelRequest {
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
      `Install it in the project: npm install ai@6 ${packageName}`,
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
    `${packageName} is not a provider of the AI SDK 6: it exports no create function that makes models.`,
    "https://ai-sdk.dev/providers lists those that are.",
  );
