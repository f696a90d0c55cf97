import fc from "fast-check";
import { expect, it } from "vitest";
import { safeCallback } from "../../../src/agent/tool/host-callback.js";
import {
  BaseDeclarativeTool,
  BaseToolInvocation,
  CallbackWarning,
  type ExecuteOptions,
  executeFunctionCall,
  type FunctionCallOptions,
  ToolRegistry,
  type ToolRegistryOptions,
  type ToolResult,
} from "../../../src/runtime/index.js";

/** A secret in what callbacks throw, which no model may read. */
const secret = "the host's secret";

class Call extends BaseToolInvocation<object, ToolResult> {
  getDescription = () => "Print something.";
  async execute({ updateOutput }: ExecuteOptions): Promise<ToolResult> {
    updateOutput?.("some");
    await new Promise((resolve) => setImmediate(resolve));
    updateOutput?.("some output");
    return { llmContent: "output", returnDisplay: "output" };
  }
}

class PrintTool extends BaseDeclarativeTool<object, ToolResult> {
  constructor(requiresConfirmation: boolean) {
    const risk = { level: "moderate", requiresConfirmation } as const;
    super({ name: "print", displayName: "Print", description: "Prints.", kind: "other", risk, parameterSchema: { type: "object" } });
  }
  protected override createInvocation = (params: object) => new Call(params);
}

/** The ways in which a callback fails. */
const failures: Readonly<Record<string, () => unknown>> = {
  throws: () => {
    throw new Error(secret);
  },
  "throws a text": () => {
    throw secret;
  },
  "throws what has no text": () => {
    throw Object.create(null);
  },
  "throws an error whose message throws": () => {
    throw Object.defineProperty(new Error(), "message", { get: () => failures.throws?.() });
  },
  rejects: async () => {
    throw new Error(secret);
  },
  "rejects later": () => new Promise((_, reject) => setImmediate(() => reject(new Error(secret)))),
  "returns a thenable that throws": () => ({
    get then() {
      return failures.throws?.();
    },
  }),
};

/** Those of `executeFunctionCall` and of a registry, each with the status of a call if it fails. */
const callbacks = { onOutput: "success", onStart: "error", confirm: "error", onProblem: "success", onApprovalSaved: "success" } as const;

const drawn = fc.record({
  callback: fc.constantFrom(...(Object.keys(callbacks) as (keyof typeof callbacks)[])),
  failure: fc.constantFrom(...Object.keys(failures)),
});

/** Returns the warnings and errors of the process while something is done, until what was started by it has ended. */
async function heard(work: () => Promise<unknown>): Promise<readonly unknown[]> {
  const events: unknown[] = [];
  const hear = (event: unknown) => events.push(event);
  process.on("warning", hear);
  process.on("unhandledRejection", hear);
  process.on("uncaughtException", hear);
  try {
    await work();
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off("warning", hear);
    process.off("unhandledRejection", hear);
    process.off("uncaughtException", hear);
  }
  return events;
}

it("ends neither a call nor the process for a callback that fails, and tells one place, not the model", async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async ({ callback, failure }) => {
      const fails = failures[failure] as () => never;
      const given = { [callback]: fails };
      const { onProblem, onApprovalSaved, ...own }: Partial<FunctionCallOptions & ToolRegistryOptions> = given;
      const registry = new ToolRegistry({ ...(onProblem && { onProblem }), ...(onApprovalSaved && { onApprovalSaved }) });
      const tool = new PrintTool(callback === "confirm");
      registry.registerTool(tool);
      // Replaces the tool, which is a problem to report.
      if (callback === "onProblem") registry.registerTool(tool);
      const events = await heard(async () => {
        if (callback === "onProblem") registry.registerTool(tool);
        const outcome = await executeFunctionCall({ name: "print", args: {} }, { registry, signal: AbortSignal.timeout(10_000), ...own });
        expect(outcome.status).toBe(callbacks[callback]);
        expect(JSON.stringify([outcome.functionResponse, outcome.result])).not.toContain(secret);
        if (outcome.status === "success") expect(outcome.functionResponse.response).toEqual({ output: "output" });
      });
      await registry.close();
      // Saving an approval would write the user's settings. Of the registry's problems, the first has been reported.
      if (callback === "onApprovalSaved") return;
      const reported = events.filter((event) => event instanceof CallbackWarning);
      expect(events).toEqual(reported);
      if (callback !== "onProblem") expect(reported.map((event) => event.callback)).toEqual([callback]);
    }),
  );
});

it("reports the first failure of a callback, with what it has thrown", async () => {
  const cause = new Error("a mistake");
  const safe = safeCallback("onProblem", () => {
    throw cause;
  });
  const events = await heard(async () => {
    safe?.("one");
    safe?.("two");
  });
  expect(events).toEqual([expect.objectContaining({ name: "ToolgenCallbackWarning", message: "onProblem has thrown: a mistake", cause })]);
});
