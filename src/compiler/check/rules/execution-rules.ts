import { slowPattern } from "../../../call/slow-pattern.js";
import type { Command } from "../../../contract/definition.js";
import type { Diagnostic } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import type { ValueRef } from "../../../contract/text-template.js";
import { longOutput } from "../language/long-forms.js";
import { suggestKey } from "../language/suggest-key.js";
import type { ToolContext, ToolSpec } from "../language/tool-context.js";
import { guardedParameter } from "../lower/lower-elicit.js";

const executions = ["command", "shell", "handler", "http", "mcp", "host"] as const;

/** Keys whose own diagnostic says how to write them. */
const helpsToExecute = (key: string) => (["url", "method", "bash", "sh"].includes(key) ? key : undefined);

/** Exactly one of `command`, `shell`, `handler`, `http`, `mcp` and `host` must say what runs a tool. */
export function checkOneExecution(tool: ToolContext): readonly Diagnostic[] {
  const declaredExecutions = executions.filter((key) => tool.has(key));
  const [first, ...others] = declaredExecutions;
  if (first === undefined) {
    const { root } = tool.document;
    const meant =
      root.kind === "map" ? root.entries.map((entry) => suggestKey(entry, executions).didYouMean ?? helpsToExecute(entry.key)) : [];
    // A misspelt one has been reported.
    return meant.some((key) => key !== undefined)
      ? []
      : [diagnostic("no-execution", tool.at(["name"], "key"), { accepted: executions.join(", ") })];
  }
  return others.map((key) =>
    diagnostic("two-executions", tool.at([key], "key"), { key, first }, { help: key === "shell" ? switchHelp(tool) : undefined }),
  );
}

/** Other formats have a switch that runs a command through a shell. */
function switchHelp(tool: ToolContext): string | undefined {
  const value = tool.scalar(["shell"])?.value;
  if (typeof value !== "boolean") return undefined;
  return value
    ? "`shell` holds a script and is not a switch. Write the whole line as `shell: …` and take `command` out, or take `shell: true` out."
    : "Take `shell: false` out: no shell ever reads a `command`.";
}

/** The longest name to which `_output` can be added. */
const longestName = 41;

/** A background program outlives its call, so it can't use anything that is removed with the call. */
export function checkBackground(tool: ToolContext): readonly Diagnostic[] {
  const { background, name = "" } = tool.spec;
  if (background === undefined || background === false) return [];
  const { format = "text" } = longOutput(tool.spec);
  const besides = [
    ...(["sandbox", "tempFiles"] as const).filter((key) => tool.has(key)).map((key) => ({ key, path: [key] })),
    ...(["file", "display", "schema"] as const)
      .filter((key) => longOutput(tool.spec)[key] !== undefined)
      .map((key) => ({ key: `output.${key}`, path: ["output", key] })),
    ...(format === "text" ? [] : [{ key: `output: ${format}`, path: ["output"] }]),
  ];
  return [
    ...(name.length > longestName && name.length <= 48
      ? [diagnostic("background-name-too-long", tool.at(["name"]), { length: String(name.length) })]
      : []),
    ...slowReadyWhen(tool),
    ...besides.map(({ key, path }) => diagnostic("background-beside", tool.at(path), { key })),
  ];
}

/** It is searched in the whole output of the program, repeatedly. */
function slowReadyWhen(tool: ToolContext): readonly Diagnostic[] {
  const { background } = tool.spec;
  const readyWhen = typeof background === "object" ? background.readyWhen : undefined;
  const slow = readyWhen === undefined ? undefined : slowPattern(readyWhen, { flags: "" });
  if (readyWhen === undefined || slow === undefined) return [];
  const at = tool.at(["background", "readyWhen"]);
  return [diagnostic("slow-pattern", at, { what: "pattern", pattern: readyWhen, problem: slow.problem }, { help: slow.help })];
}

/**
 * A folder that is removed after the call can't be used by a program that keeps running. `tempFiles`, which need such a
 * folder, are reported separately.
 */
export function checkBackgroundFolder(tool: ToolContext, tempDir: boolean): readonly Diagnostic[] {
  const { background } = tool.spec;
  if (!tempDir || background === undefined || background === false || tool.has("tempFiles")) return [];
  return [diagnostic("background-beside", tool.at(["background"], "key"), { key: "{{@tempDir}}" })];
}

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

/** A sandbox must allow what `paths` declares, and must not allow what `paths` doesn't name. */
export function checkSandbox(tool: ToolContext): readonly Diagnostic[] {
  const { sandbox, paths = {} } = tool.spec;
  // If `paths` itself is wrong, that is the mistake.
  if (sandbox === undefined || (tool.has("paths") && tool.spec.paths === undefined)) return [];
  const written = Object.entries(paths).filter(([, rule]) => (typeof rule === "string" ? rule : (rule.access ?? "readWrite")) !== "read");
  const { write = "none", read } = sandbox;
  return [
    ...(write === "none" ? written.map(([name]) => diagnostic("sandbox-forbids-writing", tool.at(["paths", name], "key"), { name })) : []),
    ...(write === "paths" && written.length === 0
      ? [diagnostic("sandbox-without-paths", tool.at(["sandbox", "write"]), { done: "written" })]
      : []),
    ...(read === "paths" && Object.keys(paths).length === 0
      ? [diagnostic("sandbox-without-paths", tool.at(["sandbox", "read"]), { done: "read" })]
      : []),
  ];
}

/** No spec may exceed `limits` of toolgen.yaml. A library tool is exempt, because the project can't change it. */
export function checkLimits(tool: ToolContext): readonly Diagnostic[] {
  if (tool.project.library.includes(tool.document.file.path)) return [];
  const { timeoutMs, maxBytes } = tool.project.limits;
  const { timeout, output } = tool.spec;
  const bytes = typeof output === "object" ? output.maxBytes : undefined;
  const over = (value: number | undefined, limit: number | undefined) => value !== undefined && limit !== undefined && value > limit;
  return [
    ...(over(timeout, timeoutMs) ? [diagnostic("over-limit", tool.at(["timeout"]), { key: "timeout", limit: `${timeoutMs} ms` })] : []),
    ...(over(bytes, maxBytes)
      ? [diagnostic("over-limit", tool.at(["output", "maxBytes"]), { key: "output.maxBytes", limit: `${maxBytes} B` })]
      : []),
  ];
}

/** `warm` is about the process of a handler, or of an MCP server, and `external` about the bundle of a handler. */
export function checkHandlerKeys(tool: ToolContext): readonly Diagnostic[] {
  if (tool.has("handler")) return [];
  return [
    ...(tool.has("warm") && !tool.has("mcp") ? [diagnostic("warm-without-handler", tool.at(["warm"], "key"), {})] : []),
    ...(tool.has("external") ? [diagnostic("external-without-handler", tool.at(["external"], "key"), {})] : []),
  ];
}

/**
 * Changes can be shown of files that `paths` lets the tool write, and previewed for tools whose result they are
 * (`display`).
 */
export function checkDisplay(tool: ToolContext): readonly Diagnostic[] {
  const { output, paths } = tool.spec;
  // If `paths` itself is wrong, that is the mistake.
  if (typeof output !== "object" || (tool.has("paths") && paths === undefined)) return [];
  const writes = Object.values(paths ?? {}).some((rule) => (typeof rule === "string" ? rule : (rule.access ?? "readWrite")) !== "read");
  return [
    ...(output.display === "diff" && !writes ? [diagnostic("diff-without-files", tool.at(["output", "display"]), {})] : []),
    ...(output.preview && output.display !== "diff" ? [diagnostic("preview-without-diff", tool.at(["output", "preview"]), {})] : []),
  ];
}
