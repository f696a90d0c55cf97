import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { ToolContext } from "../context.js";
import type { CommandSpec } from "../language/environment-shape.js";
import type { ToolSpec } from "../language/tool-spec.js";
import { longOutput } from "../lower/long-output.js";
import { guardedParameter } from "../lower/lower-guard.js";

/** A guard works where a shell of this machine evaluates the parameter, and where text is what comes back. */
export function checkGuard(tool: ToolContext): readonly Diagnostic[] {
  const { spec } = tool;
  const param = guardedParameter(spec.guard);
  if (param === undefined) return [];
  const span = tool.at(typeof spec.guard === "string" ? ["guard"] : ["guard", "param"]);
  const { format = "text" } = longOutput(spec);
  const besides = [
    ...(["sandbox", "background", "secrets"] as const).filter((key) => tool.has(key)).map((key) => ({ key, path: [key] })),
    ...(["file", "schema"] as const)
      .filter((key) => longOutput(spec)[key] !== undefined)
      .map((key) => ({ key: `output.${key}`, path: ["output", key] })),
    ...(format === "text" || format === "markdown" ? [] : [{ key: `output: ${format}`, path: ["output"] }]),
  ];
  return [
    ...(isEvaluated(spec, param) ? [] : [diagnostic("guard-without-shell", span, { name: param })]),
    ...besides.map(({ key, path }) => diagnostic("guard-beside", tool.at(path), { key })),
  ];
}

/**
 * A handler that starts a shell guards its commands itself (`guardCommand` of `toolgen/runtime`). Of clients, pi's bash is guarded by the extension
 * (`targets.pi.overrides`).
 */
const isEvaluated = ({ code = {}, command, host, name }: ToolSpec, param: string): boolean =>
  /^(?:sh|bash)$/.test(code[param] ?? "") &&
  (command === undefined ? host === "pi" && name === "bash" && param === "command" : isShellOf(command, param));

/** `[bash, -c, "{{x}}"]`, in one string too. */
function isShellOf(command: CommandSpec, param: string): boolean {
  const words = typeof command === "string" ? command.split(/\s+/).map((word) => word.replace(/^(["'])(.*)\1$/, "$2")) : command.flat();
  const at = words.findIndex((word) => word.replaceAll(/\s/g, "") === `{{${param}}}`);
  return at > 1 && /^-[a-z]*c$/.test(words[at - 1] ?? "") && /^(?:.*\/)?(?:ba)?sh$/.test(words[0] ?? "");
}
