import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { ToolDefinition } from "../../runtime/contract/definition.js";
import type { ToolContext } from "../context.js";
import type { SandboxSpec } from "../language/environment-shape.js";
import type { Findings } from "../lower/findings.js";

/** A sandbox must let the tool do what `paths` says that it does, and must not promise what `paths` doesn't name. */
export function checkSandbox(tool: ToolContext): readonly Diagnostic[] {
  const { sandbox, paths = {} } = tool.spec;
  // Where `paths` itself is wrong, that is the mistake.
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

/** What a sandbox depends on besides itself: the globs that find the project's specs, and the compiled templates of the tool. */
interface Beside {
  readonly globs: readonly string[];
  readonly templates: Pick<Findings, "command" | "platforms" | "cwd" | "stdin" | "envSet" | "tempFiles">;
}

/** A sandbox with its defaults. */
export function lowerSandbox(sandbox: SandboxSpec | undefined, { globs, templates }: Beside): Pick<ToolDefinition, "sandbox"> {
  if (sandbox === undefined) return {};
  const { write = "none", read = "workspace", network = false } = sandbox;
  const { command, platforms, cwd, stdin, envSet, tempFiles } = templates;
  const names = JSON.stringify([command, platforms, cwd, stdin, envSet, tempFiles]);
  const specDir = names.includes('"specDir":true') || names.includes('"from":"call","name":"specDir"');
  return { sandbox: { write, read, network, specDir, specs: [...new Set(globs.map(placeOf))].sort() } };
}

/** `tools.d` of `tools.d/**\/*.yaml`; a glob without wildcards is a file. */
function placeOf(glob: string): string {
  const steps = glob.split("/").filter((step) => step !== "" && step !== ".");
  const first = steps.findIndex((step) => /[*?[\]{}()!+@|\\]/.test(step));
  return (first === -1 ? steps : steps.slice(0, first)).join("/") || ".";
}
