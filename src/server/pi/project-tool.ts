import type { Approvals } from "../../call/approvals.js";
import { findTool } from "../../call/find-tool.js";
import type { ToolLookupResult } from "../../call/tool-index.js";
import { executeToolCall } from "../call/execute-tool-call.js";
import { piResult } from "../pi-result.js";
import type { ConcurrencyLimit } from "../state/concurrency-limit.js";
import { askInPi, unattendedRefusal } from "./ask-in-pi.js";
import type { OnUpdate, PiContext, PiTool } from "./pi-api.js";
import { contextIn, preparedArguments } from "./prepared-arguments.js";

/** A tool as in `tools.json`. */
export interface ListedTool {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly parameters: unknown;
  /** Since pi 1: the schema of `structuredContent`, and the hints of MCP. */
  readonly outputSchema?: unknown;
  readonly annotations?: unknown;
}

/** The data that the tools of a session share. */
export interface Session {
  /** The folder with the modules of tools. */
  readonly bin: string;
  readonly excluded: ReadonlySet<string>;
  /** The user's approvals until pi ends. */
  readonly approvals: Approvals;
  readonly limit: ConcurrencyLimit;
}

/**
 * A tool of the project as pi runs it: its arguments are repaired, the user is asked by its risk, and its program runs
 * as in an MCP server.
 */
export function projectTool(registered: ListedTool, session: Session): PiTool {
  const find = () => found(findTool(registered.name, { bin: session.bin, load: require, excluded: session.excluded }));
  return {
    ...registered,
    promptSnippet: firstLine(registered.description),
    prepareArguments: (args) => {
      const tool = find();
      return preparedArguments(tool, args, contextIn(session.bin, tool));
    },
    execute: async (_, params, signal, onUpdate, context) => {
      const tool = find();
      const { projectDir, env } = contextIn(session.bin, tool, context.cwd);
      const call = {
        found: { ok: true, tool, projectDir } as const,
        args: params,
        signal: signal ?? new AbortController().signal,
        isRepeated: true,
        client: { canElicit: context.hasUI, asksItself: false, approvals: session.approvals, unattendedRefusal },
        slot: session.limit.slot(),
        ask: askInPi(context),
        ...(onUpdate && { updateOutput: shown(onUpdate) }),
      };
      return piResult(await executeToolCall<never>(call, { workspace: context.cwd, env, via: "pi", log: (line) => notify(context, line) }));
    },
  };
}

function found(tool: ToolLookupResult) {
  if (!tool.ok) throw new Error(tool.message);
  return tool.tool;
}

const firstLine = (text: string) => text.trim().split("\n", 1)[0] ?? "";

const shown =
  (onUpdate: OnUpdate) =>
  (text: string): void =>
    onUpdate({ content: [{ type: "text", text }], details: undefined });

function notify({ hasUI, ui }: PiContext, line: string): void {
  if (hasUI) ui.notify(line, "warning");
}
