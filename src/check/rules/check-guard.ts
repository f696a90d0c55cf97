import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { Command } from "../../runtime/contract/definition.js";
import type { ValueRef } from "../../runtime/contract/text-template.js";
import type { ToolContext } from "../context.js";
import type { ToolSpec } from "../language/tool-spec.js";
import { longOutput } from "../lower/long-output.js";
import { guardedParameter } from "../lower/lower-guard.js";

/** A guard requires that a shell of this machine evaluates the parameter, and that the result is text. */
export function checkGuard(tool: ToolContext, command: Command | undefined): readonly Diagnostic[] {
  const { spec } = tool;
  const param = guardedParameter(spec.guard);
  if (param === undefined) return [];
  // Problems of the command have been reported.
  const isUnread = spec.command !== undefined && command === undefined;
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
    ...(isUnread || isEvaluated(spec, { param, command }) ? [] : [diagnostic("guard-without-shell", span, { name: param })]),
    ...besides.map(({ key, path }) => diagnostic("guard-beside", tool.at(path), { key })),
  ];
}

/**
 * A handler that starts a shell guards its commands itself (`guardCommand` of `toolgen/runtime`). The extension for pi
 * guards pi's own bash (`targets.pi.overrides`).
 */
function isEvaluated({ code = {}, host, name }: ToolSpec, { param, command }: Evaluated): boolean {
  if (!/^(?:sh|bash)$/.test(code[param] ?? "")) return false;
  return command === undefined ? host === "pi" && name === "bash" && param === "command" : isShellOf(command, param);
}

interface Evaluated {
  readonly param: string;
  readonly command: Command | undefined;
}

/** `[bash, -c, "{{x}}"]`, without options with which a shell shows what it runs, or may not write a file. */
function isShellOf({ program, items }: Command, param: string): boolean {
  const words = items.map((item) => (item.kind === "word" && item.text.length === 1 ? item.text[0] : undefined));
  const at = words.findIndex((piece) => typeof piece === "object" && piece.kind === "value" && isParameter(piece.ref, param));
  const before = words[at - 1];
  if (words.slice(0, at).some((word) => typeof word === "string" && oddOptions.test(word))) return false;
  return typeof before === "string" && /^-[a-z]*c$/.test(before) && /^(?:.*\/)?(?:ba)?sh$/.test(program);
}

const oddOptions = /^(?:-[a-z]*[rvx][a-z]*|--restricted|--verbose|xtrace|verbose)$/;

const isParameter = (ref: ValueRef, param: string) => ref.from === "param" && ref.path.length === 1 && ref.path[0] === param;
