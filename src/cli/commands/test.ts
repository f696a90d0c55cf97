import { availableParallelism } from "node:os";
import type { Compilation } from "../../compile.js";
import type { ExampleResult } from "../../examples/example-result.js";
import type { Job } from "../../examples/run-example.js";
import { runExamples } from "../../examples/run-examples.js";
import { makeWorlds } from "../../examples/world/worlds.js";
import { runPreparedCall } from "../../runtime/call/run-prepared-call.js";
import { lookingFrom } from "../doctor/look-at-program.js";
import { missingRequirementFinder } from "../doctor/missing-requirement-finder.js";
import { exitCode } from "../exit-code.js";
import { interruptible } from "../io/interruptible.js";
import { countUp } from "../io/progress.js";
import type { Terminal } from "../io/terminal.js";
import type { GlobalOptions } from "../options.js";
import { compileOrReport } from "../project/compile-or-report.js";
import { toolNamed } from "../project/find-tool-model.js";
import { toolLoader } from "../project/load-compiled-tool.js";
import { projectRoot } from "../project/open-project.js";
import { formatResults, formatResultsJson } from "../text/format-results.js";
import { UsageError } from "../usage-error.js";

export interface TestRequest extends GlobalOptions {
  /** The tool whose examples are tested; `undefined` for all. */
  readonly tool: string | undefined;
  /** Only examples whose name contains this text. */
  readonly filter?: string;
  readonly json?: true;
  readonly strict?: true;
}

/** `toolgen test`: runs the examples of specs as tests. */
export async function test(request: TestRequest, terminal: Terminal): Promise<number> {
  const compilation = await compileOrReport(request, terminal, ["bin", "hosted"]);
  if (compilation === undefined) return exitCode.failed;
  const jobs = jobsOf(compilation, request, projectRoot(request, terminal));
  return interruptible(async (signal) => {
    const results = await runJobs(jobs, { request, terminal, signal });
    if (signal.aborted) return exitCode.failed;
    const strict = request.strict === true;
    terminal.out(request.json ? formatResultsJson(results) : formatResults(results, { color: terminal.color.out, strict }));
    return results.some(({ status }) => status === "failed" || (strict && status === "skipped")) ? exitCode.failed : exitCode.done;
  });
}

function jobsOf({ model, files }: Compilation, { tool, filter }: TestRequest, projectDir: string): readonly Job[] {
  const tools = tool === undefined ? [...model.tools, ...model.hosted] : [toolNamed(model, tool)];
  const load = toolLoader(files, projectDir);
  const jobs = tools.flatMap((one) => one.examples.map((example): Job => ({ model: one, example, compiled: () => load(one.name) })));
  if (filter === undefined) return jobs;
  const chosen = jobs.filter(({ example }) => example.name.includes(filter));
  // A misspelt filter must not look like success.
  if (chosen.length > 0) return chosen;
  throw new UsageError(
    `No example has '${filter}' in its name.`,
    "--filter takes a part of a name, in upper and lower case as it is written.",
  );
}

interface Run {
  readonly request: TestRequest;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

async function runJobs(jobs: readonly Job[], { request, terminal, signal }: Run): Promise<readonly ExampleResult[]> {
  const worlds = makeWorlds();
  const projectDir = projectRoot(request, terminal);
  const lacks = missingRequirementFinder(lookingFrom({ projectDir, env: terminal.environment, signal }));
  const shown = countUp(terminal, { total: jobs.length, what: "examples" });
  try {
    return await runExamples(
      jobs,
      { projectDir, env: terminal.environment, platform: process.platform, worlds, signal, lacks, run: runPreparedCall },
      { concurrency: availableParallelism(), onResult: shown.advance },
    );
  } finally {
    shown.end();
    worlds.remove();
  }
}
