import { readFileSync } from "node:fs";
import { followFile } from "../runtime/call/follow-file.js";
import type { CompiledTool } from "../runtime/contract/definition.js";
import { type GuardAnswer, guardAnswer } from "../runtime/shell-guard/guard-answer.js";
import { type GuardedCommand, guardCommand } from "../runtime/shell-guard/guard-command.js";
import { mostOutputBytes } from "../runtime/shell-guard/guarded-command.js";
import { repairedFirst } from "./override-tool.js";
import type { BashOperations, OnUpdate, Pi, Result, Tool } from "./pi-api.js";

/**
 * pi's own bash: its arguments are repaired by a spec of the project, and the filters at the end of its command are guarded (docs/guard.md). pi runs it, with the
 * user's shell and command prefix; its gates, its history and its screen have the command that the model wrote.
 */
export function overrideBash(pi: Pi, tool: CompiledTool): Tool {
  const { guard: rules } = tool.definition;
  const own = pi.createBashToolDefinition(process.cwd());
  return {
    ...own,
    prepareArguments: repairedFirst(own, tool),
    execute: async (id, params, signal, onUpdate, context) => {
      const settings = pi.SettingsManager.create(context.cwd);
      const command = String(params.command);
      const guarded = rules && guardCommand(command, { rules, dialect: "bash", env: process.env });
      const shellPath = settings.getShellPath();
      const printed = capturing(pi.createLocalBashOperations({ shellPath }));
      const run = pi.createBashToolDefinition(context.cwd, {
        shellPath,
        commandPrefix: settings.getShellCommandPrefix(),
        ...(guarded && {
          operations: printed.operations,
          // A prefix stands in the lines before.
          spawnHook: (spawn) => ({
            ...spawn,
            command: `${spawn.command.slice(0, spawn.command.length - command.length)}${guarded.command}`,
          }),
        }),
      });
      if (guarded === undefined || rules === undefined) return run.execute(id, params, signal, onUpdate, context);
      const stop = onUpdate && followOutput(guarded, onUpdate);
      const running = run.execute(id, params, signal, undefined, context).finally(() => stop?.());
      const { answer, result } = await answered(running, { guarded, printed: printed.bytes, slowMs: rules.slowMs, pi });
      if (context.hasUI) for (const notice of answer.notices) context.ui.notify(notice, "info");
      return result();
    },
  };
}

/** Shows the producer's output to users while it runs. */
function followOutput(guarded: GuardedCommand, onUpdate: OnUpdate): () => void {
  let text = "";
  return followFile(guarded.file, (bytes) => {
    text = (text + Buffer.from(bytes).toString("utf8")).slice(-50_000);
    onUpdate({ content: [{ type: "text", text }], details: undefined });
  });
}

/** pi's own way of running a command, with what it printed: of that, pi's result is only the end. */
function capturing(local: BashOperations): { readonly operations: BashOperations; readonly bytes: () => Buffer } {
  const chunks: Buffer[] = [];
  let size = 0;
  const take = (data: Buffer): void => {
    size += data.length;
    if (size <= mostOutputBytes) chunks.push(data);
  };
  const exec: BashOperations["exec"] = (command, cwd, options) =>
    local.exec(command, cwd, {
      ...options,
      onData: (data) => {
        take(data);
        options.onData(data);
      },
    });
  return { operations: { exec }, bytes: () => Buffer.concat(chunks) };
}

interface Answering {
  readonly guarded: GuardedCommand;
  readonly printed: () => Buffer;
  readonly slowMs: number;
  readonly pi: Pi;
}

interface Answered {
  readonly answer: GuardAnswer;
  /** pi's result, or what it throws, with what the guard adds. */
  readonly result: () => Result;
}

/** pi reports a failed command by an exception with its output and how it ended. */
async function answered(running: Promise<Result>, { guarded, printed, slowMs, pi }: Answering): Promise<Answered> {
  const ended = await running.then(
    (result) => ({ result, text: textOf(result), error: undefined }),
    (error: unknown) => ({ result: undefined, text: error instanceof Error ? error.message : String(error), error }),
  );
  const answer = guardAnswer(guarded, { stdout: printed(), slowMs });
  const whole = answer.isSlow && answer.isFileNamed ? pi.truncateTail(readFileSync(guarded.file, "utf8")).content : ended.text;
  if (!answer.isFileNamed) guarded.remove();
  const text = [whole.trimEnd(), ...answer.notes].join("\n");
  return {
    answer,
    result: () => {
      if (ended.error !== undefined) throw new Error(text);
      return { content: [{ type: "text", text }], details: ended.result?.details };
    },
  };
}

const textOf = ({ content }: Result) => content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
