import { basename } from "node:path";
import { type GuardedCommand, guardCommand } from "../../call/guard-command.js";
import { liveOutput } from "../../call/live-output.js";
import { followFile } from "../../call/run-call.js";
import type { Dialect } from "../../call/split-pipeline.js";
import type { CompiledTool } from "../../contract/definition.js";
import { type GuardedOperations, guardedOperations } from "./guarded-operations.js";
import { repairedFirst } from "./override-tool.js";
import type { OnUpdate, Pi, PiTool, PiToolResult } from "./pi-api.js";

/**
 * pi's own bash: a spec of the project repairs its arguments, and the filters at the end of its command are guarded
 * (docs/guard.md). pi runs it, with the user's shell and command prefix; its permission checks, its history and its
 * screen have the command that the model wrote.
 */
export function overrideBash(pi: Pi, tool: CompiledTool): PiTool {
  const { guard: rules } = tool.definition;
  const own = pi.createBashToolDefinition(process.cwd());
  return {
    ...own,
    prepareArguments: repairedFirst(own, tool),
    execute: async (id, params, signal, onUpdate, context) => {
      const settings = pi.SettingsManager.create(context.cwd);
      const shell = { shellPath: settings.getShellPath(), commandPrefix: settings.getShellCommandPrefix() };
      const command = String(params.command);
      const dialect = rules && dialectOf(pi.getShellConfig(shell.shellPath).shell);
      const guarded = rules && dialect && guardCommand(command, { rules, dialect, env: process.env });
      if (guarded === undefined || rules === undefined) {
        return pi.createBashToolDefinition(context.cwd, shell).execute(id, params, signal, onUpdate, context);
      }
      const local = guardedOperations(pi.createLocalBashOperations(shell), { guarded, slowMs: rules.slowMs });
      const run = pi.createBashToolDefinition(context.cwd, {
        ...shell,
        operations: local.operations,
        // A prefix is on the lines before.
        spawnHook: (spawn) => ({
          ...spawn,
          command: `${spawn.command.slice(0, spawn.command.length - command.length)}${guarded.command}`,
        }),
      });
      const stop = onUpdate && followOutput(guarded, onUpdate);
      const running = run.execute(id, params, signal, undefined, context).finally(() => stop?.());
      const result = await withNotes(running, local);
      if (context.hasUI) for (const notice of local.answer()?.notices ?? []) context.ui.notify(notice, "info");
      return result();
    },
  };
}

/** In a shell of the user's choice that isn't one of these, a command runs unchanged. */
function dialectOf(shell: string): Dialect | undefined {
  const name = basename(shell);
  return name === "bash" ? "bash" : name === "sh" || name === "dash" ? "sh" : undefined;
}

/** The limit of the output that users see while it arrives; pi shows as much of an unguarded command. */
const mostShownBytes = 50 * 1024;

/** Shows the producer's output to users while it runs. */
function followOutput(guarded: GuardedCommand, onUpdate: OnUpdate): () => void {
  const live = liveOutput((text) => onUpdate({ content: [{ type: "text", text }], details: undefined }), { mostBytes: mostShownBytes });
  const stop = followFile(guarded.file, live.add);
  return () => {
    stop();
    live.end();
  };
}

/**
 * pi's result with the guard's notices. pi reports a failed command by an exception with its output and exit status.
 */
async function withNotes(running: Promise<PiToolResult>, { answer }: GuardedOperations): Promise<() => PiToolResult> {
  const withLines = (text: string) => [text.trimEnd(), ...(answer()?.notes ?? [])].join("\n");
  return running.then(
    (result) => () => ({ ...result, content: [{ type: "text", text: withLines(textOf(result)) }] }),
    (error: unknown) => () => {
      throw new Error(withLines(error instanceof Error ? error.message : String(error)));
    },
  );
}

const textOf = ({ content }: PiToolResult) => content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
