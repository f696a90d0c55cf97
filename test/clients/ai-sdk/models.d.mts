import type { LanguageModel } from "ai";

export type Provider = "openai-compatible" | "google" | "anthropic";
export const models: Readonly<Record<Provider, (url: string) => LanguageModel>>;
