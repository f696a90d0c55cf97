import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { Piece, Ref, Text } from "../../runtime/contract/template.js";
import type { ToolContext } from "../context.js";
import { suggestKey } from "../language/suggest-key.js";
import { parseSelector } from "../schema/types.js";

/** A parameter that takes part in the working directory must be in `paths`. One that is only asked for puts nothing into it. */
export function checkCwd(tool: ToolContext, cwd: Text | undefined): readonly Diagnostic[] {
  // Where `paths` itself is wrong, that is the mistake.
  if (cwd === undefined || (tool.has("paths") && tool.spec.paths === undefined)) return [];
  const paths = Object.keys(tool.spec.paths ?? {}).map((name) => elementsAside(parseSelector(name)));
  return [...new Set(cwd.flatMap((piece) => printed(piece)))]
    .filter((name) => !paths.includes(name))
    .map((name) => diagnostic("cwd-not-a-path", tool.at(["cwd"]), { name }));
}

const elementsAside = (selector: readonly string[]) => selector.filter((step) => step !== "[]").join(".");

/** The parameters that a piece of text may print. */
function printed(piece: Piece, each: readonly string[] = []): readonly string[] {
  if (typeof piece === "string") return [];
  if (piece.kind !== "block") return placeOf(piece.ref, each);
  const { block } = piece;
  const inside = (text: Text | undefined, over = each) => (text ?? []).flatMap((inner) => printed(inner, over));
  if (block.kind === "if") return [...block.branches.flatMap((branch) => inside(branch.body)), ...inside(block.otherwise)];
  return [...inside(block.body, block.ref.from === "param" ? block.ref.path : []), ...inside(block.otherwise)];
}

function placeOf(ref: Ref, each: readonly string[]): readonly string[] {
  if (ref.from === "param") return [ref.path.join(".")];
  return ref.from === "item" ? [[...each, ...ref.path].join(".")] : [];
}

/** A parameter that takes part in the file of the result must be in `paths`: its value chooses what is read. */
export function checkOutputFile(tool: ToolContext, file: Text | undefined): readonly Diagnostic[] {
  if (file === undefined || (tool.has("paths") && tool.spec.paths === undefined)) return [];
  const paths = Object.keys(tool.spec.paths ?? {}).map((name) => elementsAside(parseSelector(name)));
  return [...new Set(file.flatMap((piece) => printed(piece)))]
    .filter((name) => !paths.includes(name))
    .map((name) => diagnostic("output-file-not-a-path", tool.at(["output", "file"]), { name }));
}

/** No spec may exceed what toolgen.yaml's `limits` says. One that comes with toolgen is held to them: who takes it can't change it. */
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

/** Model APIs take names of 64 characters, and clients put a prefix before ours. */
export function checkName(tool: ToolContext): readonly Diagnostic[] {
  const length = tool.spec.name?.length ?? 0;
  return length > 48 ? [diagnostic("name-too-long", tool.at(["name"]), { length: String(length) })] : [];
}

const executions = ["command", "shell", "handler", "http", "host"] as const;

/** Keys whose own diagnostic says how to write them. */
const helpsToExecute = (key: string) => (["url", "method", "bash", "sh"].includes(key) ? key : undefined);

/** One of `command`, `shell`, `handler`, `http` and `host` carries a tool out. */
export function checkExecution(tool: ToolContext): readonly Diagnostic[] {
  const given = executions.filter((key) => tool.has(key));
  const [first, ...others] = given;
  if (first === undefined) {
    const { root } = tool.document;
    const meant =
      root.kind === "map" ? root.entries.map((entry) => suggestKey(entry, executions).didYouMean ?? helpsToExecute(entry.key)) : [];
    // One that is misspelt has been reported.
    return meant.some((key) => key !== undefined)
      ? []
      : [diagnostic("no-execution", tool.at(["name"], "key"), { accepted: executions.join(", ") })];
  }
  return others.map((key) =>
    diagnostic("two-executions", tool.at([key], "key"), { key, first }, { help: key === "shell" ? switchHelp(tool) : undefined }),
  );
}

/** Other languages have a switch that runs a command through a shell. */
function switchHelp(tool: ToolContext): string | undefined {
  const value = tool.scalar(["shell"])?.value;
  if (typeof value !== "boolean") return undefined;
  return value
    ? "`shell` holds a script and is not a switch. Write the whole line as `shell: …` and take `command` out, or take `shell: true` out."
    : "Take `shell: false` out: no shell ever reads a `command`.";
}
