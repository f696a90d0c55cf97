import { runProgram } from "../run-program.js";
import { applySandbox, findWrapper } from "./apply-sandbox.js";
import { sandboxAdvice } from "./sandbox-unavailable.js";

/**
 * Returns why no program can be sandboxed here, by trying it; `undefined` if it works. `cwd` is any folder, `env` a
 * program's whole environment.
 */
export function sandboxProblem({ cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> }): string | undefined {
  const wrapper = findWrapper({ env }, { workspace: cwd });
  if (typeof wrapper === "object") return wrapper.problem;
  const nothing = { program: "/bin/sh", args: ["-c", ":"], cwd, stdin: undefined, env, params: {}, summary: undefined };
  const { problem, call, undo } = applySandbox(nothing, {
    rules: { write: "none", read: "workspace", network: false, specDir: false, specs: [] },
    workspace: cwd,
    specDir: cwd,
    projectDir: cwd,
    project: { roots: {}, output: "generated", specPatterns: [] },
    paths: [],
  });
  const outcome = problem ?? runProgram(call, { timeoutMs: 10_000 });
  undo();
  if (outcome.kind === "exited") return outcome.code === 0 ? undefined : sandboxAdvice(outcome.stderr.toString());
  return "message" in outcome ? outcome.message : `${wrapper} can't be used: it exited early.`;
}
