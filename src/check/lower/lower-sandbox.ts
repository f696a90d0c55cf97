import type { ToolDefinition } from "../../runtime/contract/definition.js";
import type { SandboxSpec } from "../language/command-shape.js";
import type { ToolFindings } from "./tool-findings.js";

/**
 * The data that a sandbox depends on besides itself: the globs that find the project's specs, and the compiled
 * templates of the tool.
 */
interface Beside {
  readonly globs: readonly string[];
  readonly templates: Pick<ToolFindings, "command" | "platforms" | "cwd" | "stdin" | "envSet" | "tempFiles">;
}

/** A sandbox with its defaults. */
export function lowerSandbox(sandbox: SandboxSpec | undefined, { globs, templates }: Beside): Pick<ToolDefinition, "sandbox"> {
  if (sandbox === undefined) return {};
  const { write = "none", read = "workspace", network = false } = sandbox;
  const { command, platforms, cwd, stdin, envSet, tempFiles } = templates;
  const names = JSON.stringify([command, platforms, cwd, stdin, envSet, tempFiles]);
  const specDir = names.includes('"specDir":true') || names.includes('"from":"call","name":"specDir"');
  return { sandbox: { write, read, network, specDir, specs: [...new Set(globs.map(fixedFolder))].sort() } };
}

/** `tools.d` of `tools.d/**\/*.yaml`; a glob without wildcards is a file. */
function fixedFolder(glob: string): string {
  const steps = glob.split("/").filter((step) => step !== "" && step !== ".");
  const first = steps.findIndex((step) => /[*?[\]{}()!+@|\\]/.test(step));
  return (first === -1 ? steps : steps.slice(0, first)).join("/") || ".";
}
