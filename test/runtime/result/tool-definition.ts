import type { OutputRules, ToolDefinition } from "../../../src/runtime/contract/definition.js";

/** A tool that runs `git` without arguments, changed where a test needs it. */
export function toolDefinition({
  output,
  ...parts
}: Partial<Omit<ToolDefinition, "output">> & { readonly output?: Partial<OutputRules> } = {}): ToolDefinition {
  return {
    name: "a_tool",
    kind: "read",
    risk: { level: "safe", requiresConfirmation: false },
    params: [],
    aliases: [],
    ignore: [],
    mutuallyExclusive: [],
    defaults: {},
    paths: [],
    command: { program: "git", specDir: false, items: [] },
    cwd: undefined,
    stdin: undefined,
    env: { pass: [], set: {} },
    timeoutMs: 60_000,
    exitCodes: {},
    output: { format: "text", stderr: "onError", maxLines: 2000, maxBytes: 50_000, keep: "head", ...output },
    summary: undefined,
    specDir: ".",
    project: { roots: {}, output: "generated", specPatterns: [] },
    ...parts,
  };
}
