import { fstatSync } from "node:fs";
import { resolve } from "node:path";
import type { CallContext } from "../../contract/call.js";
import type { RunOutcome } from "../../contract/call-result.js";
import type { CompiledTool } from "../../contract/definition.js";
import { isClientDying, isClientGone, readStdin, type StdinInput, writeAll } from "../../contract/stdio.js";
import { parseParams } from "../call-arguments.js";
import { isAudited } from "../call-record.js";
import { executeRequest, executeWatched, prepareOrRefuse } from "../execute-call.js";
import { findTool } from "../find-tool.js";
import type { Finish } from "../handler/call-handler.js";
import { runInCall } from "../handler/run-in-call.js";
import { limitPreparation } from "../prepare-call.js";
import { recordUnknown, recordUnread } from "../record-call.late.js";
import { needsResources, runWatchedCall } from "../run-call.js";
import { callExitCodes, type ProgramOutput, programOutput, refusedOutput, shapeResult } from "../shape-result.js";
import { brokenOutput, reportStdoutError, usageOutput } from "./broken-output.late.js";

// The entry of generated/bin/call. It is bundled to CommonJS, so `require` and `__dirname` are those of that file.

function main(): ProgramOutput | Promise<ProgramOutput> {
  // Drain standard input first, or the client gets EPIPE if this process exits early.
  const input = readStdin();
  if (isAbandoned(input)) return refusedOutput("");
  const [name, ...more] = process.argv.slice(2);
  if (name === undefined || name === "--help" || name === "-h" || more.length > 0) return usageOutput(name, more);
  const found = findTool(name, { bin: __dirname, load: require });
  if (!found.ok) return refusedOutput(`${found.message}\n${recordUnknown(name, { bin: __dirname, via: "call", env: process.env })}`);
  const params = parseParams(input);
  const { project } = found.tool;
  const context = {
    workspace: process.cwd(),
    get projectDir() {
      return resolve(__dirname, project);
    },
    env: process.env,
    via: "call",
    ...(found.tool.quickToCheck === true && isShort(input) ? {} : { limit: limitPreparation }),
  } as const;
  if (!params.ok) {
    const { definition } = found.tool;
    return refusedOutput(`${definition.name} was not run. ${params.message}\n${recordUnread(definition, context)}`);
  }
  const { command, http } = found.tool.definition;
  if (command?.handler !== undefined) return executeHandler(found.tool, params.value, context);
  if (http === undefined) return executeWatched(found.tool, params.value, context).then(programOutput);
  return executeRequest(found.tool, params.value, { ...context, signal: new AbortController().signal }).then(programOutput);
}

/** Runs a handler, in this process if that makes no difference: then the process ends before the promise is settled. */
function executeHandler(tool: CompiledTool, input: unknown, context: CallContext): ProgramOutput | Promise<ProgramOutput> {
  if (tool.definition.plan !== undefined || isAudited(tool.definition, context))
    return executeWatched(tool, input, context).then(programOutput);
  const prepared = prepareOrRefuse(tool, input, context);
  if (!prepared.ok) return programOutput(prepared.refused);
  const { call } = prepared;
  const { definition } = prepared.tool;
  const env = { ...context.env };
  const shaped = (outcome: RunOutcome) => programOutput(shapeResult(outcome, prepared.tool, { env }));
  const finish: Finish = (outcome, { end, exit }) => {
    const output = shaped(outcome);
    end();
    deliver(output, exit);
  };
  const mayStay = definition.warm !== false && !needsResources(call);
  return mayStay && runInCall(call, { ...definition, finish }) ? new Promise(() => {}) : runWatchedCall(prepared, context).then(shaped);
}

/**
 * Short arguments of most tools are checked without a limit: the thread that could interrupt the check costs as much as
 * all of the check.
 */
const isShort = (input: StdinInput) => input.kind === "read" && input.bytes.length < 4096;

/**
 * The client died, so nothing is run: its input may be incomplete. An empty one needs a closer look, because it may be
 * the end of a client that is dying.
 */
function isAbandoned(input: StdinInput): boolean {
  const mayBeCut = input.kind === "read" && input.bytes.length === 0 && !fstatSync(0).isCharacterDevice();
  return mayBeCut ? isClientDying() : isClientGone();
}

function answer(): ProgramOutput | Promise<ProgramOutput> {
  try {
    return main();
  } catch (error) {
    return broken(error);
  }
}

/** Rarely used code is in a file beside this one, and that file may be missing. */
function broken(error: unknown): ProgramOutput {
  try {
    return brokenOutput(error);
  } catch {
    const stderr = "generated/bin is incomplete or damaged. Run 'toolgen build' to regenerate it.\n";
    return { exitCode: callExitCodes.internal, stdout: "", stderr };
  }
}

function deliver({ exitCode, stdout, stderr }: ProgramOutput, exit: (code: number) => void): void {
  let delivered = true;
  try {
    writeAll(1, stdout);
  } catch (error) {
    delivered = false;
    reportStdoutError("call", error);
  }
  try {
    writeAll(2, stderr);
  } catch {
    // Only the exit code can report that now.
    delivered = false;
  }
  // Everything is written, and a normal exit would cost Node another half millisecond.
  exit(delivered ? exitCode : callExitCodes.failed);
}

/** Answers the call that this process was started for. Other programs load this file for what they have in common. */
export function answerCall(): void {
  const answered = answer();
  const deliverAnswer = (output: ProgramOutput) => deliver(output, process.exit);
  if ("then" in answered) void answered.catch(broken).then(deliverAnswer);
  else deliverAnswer(answered);
}
