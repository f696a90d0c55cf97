import { Worker } from "node:worker_threads";
import { InternalError } from "../../diagnostics/invariant.js";
import { printHere } from "../../emit/targets/tool-classes.js";
import type { Modules, PrintModules } from "../../emit/typescript/print-modules.js";
import type { ToolModel } from "../../model/tool.js";
import type { Terminal } from "../io/terminal.js";

/** Prints modules beside the work of this thread. */
export interface Printer {
  /** Begins to print the modules of tools that `print` will probably be asked for, or only to load what that takes, which is most of it. */
  begin(tools: readonly ToolModel[]): void;
  readonly print: PrintModules;
  end(): Promise<void>;
}

type Printed = ReadonlyMap<string, string>;

/** A printer whose thread starts when it is first needed. On a machine with one core there is no other thread, and nothing is begun early. */
export function printInThread({ processors }: Terminal): Printer {
  if (processors < 2) return { begin: () => {}, print: printHere, end: async () => {} };
  let thread: ReturnType<typeof startThread> | undefined;
  const send = (modules: Modules): Promise<Printed> => {
    if (thread === undefined || thread.hasEnded()) thread = startThread();
    return thread.print(modules);
  };
  const begun = new WeakMap<ToolModel, Promise<Printed>>();
  return {
    begin: (tools) => {
      const printed = send({ tools, index: undefined });
      for (const tool of tools) begun.set(tool, printed);
    },
    print: async ({ tools, index }) => {
      const rest = send({ tools: tools.filter((tool) => !begun.has(tool)), index });
      const parts = new Set([...tools.flatMap((tool) => begun.get(tool) ?? []), rest]);
      return new Map((await Promise.all(parts)).flatMap((part) => [...part]));
    },
    end: async () => {
      await thread?.end();
    },
  };
}

/** Answers come in the order of the questions. */
function startThread() {
  const worker = new Worker(new URL("./print-thread.js", import.meta.url));
  const waiting: { readonly resolve: (printed: Printed) => void; readonly reject: (error: unknown) => void }[] = [];
  let ended = false;
  const fail = (error: unknown) => {
    ended = true;
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  worker.on("message", (printed: Printed) => waiting.shift()?.resolve(printed));
  worker.on("error", fail);
  worker.on("exit", () => fail(new InternalError("the thread that prints ended before its work was done")));
  return {
    hasEnded: () => ended,
    print: (modules: Modules) => {
      const printed = new Promise<Printed>((resolve, reject) => {
        waiting.push({ resolve, reject });
        worker.postMessage(modules);
      });
      // Whoever asked hears of it; what was begun and isn't asked for is no matter.
      printed.catch(() => {});
      return printed;
    },
    end: () => worker.terminate(),
  };
}
