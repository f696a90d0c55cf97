import type { ToolModel } from "../../model/tool.js";
import type { ToolKind } from "../../runtime/contract/definition.js";

/**
 * Gemini CLI's decision about a call: to execute it, to ask first, or to refuse. A tool that it would refuse isn't even
 * shown to the model.
 */
export type GeminiDecision = "allow" | "ask_user" | "deny";

/** The client's approval modes. */
export const geminiModes = ["default", "autoEdit", "yolo", "plan"] as const;
export type GeminiMode = (typeof geminiModes)[number];

/**
 * The policy's input for a tool: `requiresConfirmation` decides whether to ask, and the level and kind whether plan
 * mode may use it.
 */
interface GeminiPolicyInput {
  readonly decision: GeminiDecision;
  readonly inPlanMode: boolean;
}

const readingKinds: ReadonlySet<ToolKind> = new Set(["read", "search", "think", "fetch"]);

/**
 * Only safe, reading tools are for plan mode, which must not change anything. A spec's own `readOnlyHint` overrides its
 * kind.
 */
export function geminiPolicyInput({ risk, kind, annotations }: ToolModel): GeminiPolicyInput {
  return {
    decision: risk.isDenied ? "deny" : risk.requiresConfirmation ? "ask_user" : "allow",
    inPlanMode: risk.level === "safe" && (annotations.readOnlyHint ?? readingKinds.has(kind)),
  };
}

/**
 * The name under which the client registers a discovered tool: rules need it whole, wildcards don't match discovered
 * tools.
 */
export function geminiName(tool: ToolModel): string {
  return `discovered_tool_${tool.name}`;
}

/** Returns the client's decisions with the generated policy, attended and unattended. */
export function geminiDecisions(
  tool: ToolModel,
): Readonly<Record<GeminiMode, { readonly interactive: GeminiDecision; readonly headless: GeminiDecision }>> {
  const { decision, inPlanMode } = geminiPolicyInput(tool);
  const usual = { interactive: decision, headless: decision === "allow" ? "allow" : "deny" } as const;
  return {
    default: usual,
    autoEdit: usual,
    yolo: decision === "deny" ? usual : { interactive: "allow", headless: "allow" },
    plan: inPlanMode ? usual : { interactive: "deny", headless: "deny" },
  };
}

/** Words that the client looks for in a tool's name, and keys in its arguments that may hold a file (0.61). */
export const editingWords: readonly string[] = ["write", "edit", "replace", "patch", "update", "create", "append", "save"];
export const pathParameters: readonly string[] = ["file_path", "path", "filePath", "file"];

/**
 * Returns the word in a tool's name by which the client takes it for an editor of files: it asks about calls of it
 * whose path is a build file, such as `package.json`, or denies them unattended, whatever a policy allows.
 */
export function buildFileWord({ name, definition }: ToolModel): string | undefined {
  const { params, aliases, wrap = [] } = definition;
  // Names of elements count, too, where `wrap` takes their keys at the top.
  const others = aliases.flatMap(({ target, names }) =>
    target.length === 1 || wrap.some((rule) => rule.target === target[0]) ? names : [],
  );
  const accepted = [...params, ...others, ...wrap.flatMap(({ keys }) => keys)];
  if (!pathParameters.some((param) => accepted.includes(param))) return undefined;
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .find((word) => editingWords.includes(word));
}
