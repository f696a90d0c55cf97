/** The formats of function declarations that `targets.providers` writes. */
export const providerFormats = ["openai", "openai-strict", "anthropic", "gemini"] as const;

export type ProviderFormat = (typeof providerFormats)[number];
