import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { BackgroundRules } from "../../../../src/contract/definition.js";
import { callToolAsync } from "../../../kit/printed.js";
import { toolDefinition } from "../../repair/tool-with-rules.js";

/** A background tool that runs a shell script, and its two companions, called in this process. */
export function backgroundTool(
  script: string,
  { folder, ...rules }: { readonly folder: string; readonly timeoutMs?: number } & Partial<BackgroundRules>,
) {
  const words = ["-c", script].map((text) => ({ kind: "word" as const, text: [text] }));
  const command = { program: "sh", specDir: false, items: words };
  const call = async (does: BackgroundRules["does"], signal = new AbortController().signal) => {
    const background = { of: "a_tool", maxAgeMs: 60_000, stopSignal: "SIGTERM" as const, ...rules, does };
    const definition = toolDefinition({ command, background, ...(rules.timeoutMs !== undefined && { timeoutMs: rules.timeoutMs }) });
    const context = { workspace: folder, projectDir: folder, env: { PATH: process.env.PATH, TMPDIR: folder }, signal };
    return callToolAsync({ definition, validate: () => true }, {}, context);
  };
  return { start: (signal?: AbortSignal) => call("start", signal), output: () => call("output"), stop: () => call("stop") };
}

/** The folder of all background programs below a temporary folder. */
export const backgroundOf = (folder: string) => join(folder, `toolgen-${process.getuid?.()}`, "background");

/** The one place that there is. */
export function placeIn(folder: string): string {
  const name = readdirSync(backgroundOf(folder)).find((one) => /^[0-9a-f]{32}$/.test(one));
  return join(backgroundOf(folder), name ?? "none");
}
