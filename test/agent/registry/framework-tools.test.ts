import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  aiSdkTools,
  BaseDeclarativeTool,
  BaseToolInvocation,
  DeclarativeTool,
  type ForcedToolDecision,
  type FrameworkTools,
  Kind,
  langChainTools,
  mastraTools,
  openAiAgentsTools,
  ToolConfirmationOutcome,
  ToolRegistry,
  type ToolResult,
} from "../../../src/runtime/index.js";
import { builtProject } from "../../kit/project.js";

/** The decision of each call of `act`, as settings and files would change it. */
let decision: ForcedToolDecision = "allow";

class Act extends BaseToolInvocation<object, ToolResult> {
  override getDescription = () => "act";
  protected override decide = () => decision;
  override execute = async () => ({ llmContent: "acted", returnDisplay: "" });
}

const parameterSchema = { type: "object", properties: { n: { type: "integer" } }, additionalProperties: false };
const declared = { name: "act", displayName: "Act", description: "Acts.", kind: Kind.Edit, parameterSchema };
const risk = { level: "safe", requiresConfirmation: false } as const;

class ActTool extends BaseDeclarativeTool<object, ToolResult> {
  constructor() {
    super({ ...declared, risk, aliases: { n: ["number"] } });
  }
  protected override createInvocation = (params: object) => new Act(params);
}

/** A tool that says nothing about the arguments of its calls. */
class PlainTool extends DeclarativeTool<object, ToolResult> {
  constructor() {
    super({ ...declared, risk, isOutputMarkdown: false, canUpdateOutput: false });
  }
  override build = (params: object) => new Act(params);
  override validateToolParams = (params: unknown) => ("n" in Object(params) ? null : "`n` is required.");
}

/** Another program's class with the methods that a call needs. */
const foreignTool = () => {
  const { name, description } = declared;
  const build = (params: object) => new Act(params);
  const schema = { name, description, parametersJsonSchema: parameterSchema };
  return { ...declared, schema, getSchema: () => schema, build, silentBuild: build } as unknown as ActTool;
};

type Call = { readonly id: string; readonly args: Record<string, unknown> };
/** How each framework asks about a call, and executes it. */
const frameworks: Readonly<Record<string, (tools: FrameworkTools) => { asks(call: Call): unknown; run(call: Call): Promise<unknown> }>> = {
  "the AI SDK": (tools) => ({
    asks: ({ id, args }) => aiSdkTools(tools).act?.needsApproval?.(args, { toolCallId: id }),
    run: async ({ id, args }) => (await aiSdkTools(tools).act?.execute(args, { toolCallId: id }))?.text,
  }),
  "the OpenAI Agents SDK": (tools) => ({
    asks: ({ id, args }) => openAiAgentsTools(tools, { tool: (one) => one })[0]?.needsApproval({}, args, id),
    run: async ({ id, args }) => openAiAgentsTools(tools, { tool: (one) => one })[0]?.execute(args, {}, { toolCall: { callId: id } }),
  }),
  Mastra: (tools) => ({
    asks: ({ args }) => mastraTools(tools, { createTool: (one) => one }).act?.requireApproval(args),
    run: async ({ id, args }) =>
      (await mastraTools(tools, { createTool: (one) => one }).act?.execute(args, { agent: { toolCallId: id } }))?.text,
  }),
};

it.each(Object.entries(frameworks))("runs by an approval of %s only the call about which it was asked, and once", async (_, framework) => {
  const decided = fc.constantFrom<ForcedToolDecision>("allow", "ask_user", "deny");
  const step = fc.record({ asks: fc.boolean(), n: fc.integer({ min: 0, max: 1 }), decided, isAlias: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { asks, run } = framework([new ActTool()]);
      const granted = new Map<number, boolean>();
      for (const { asks: isQuestion, n, decided, isAlias } of steps) {
        decision = decided;
        const call = { id: `call-${n}`, args: isAlias ? { number: `${n}` } : { n } };
        if (isQuestion) {
          // Equal calls without ids, as Mastra's, are counted.
          if (granted.get(n) && decided === "ask_user") continue;
          expect(await asks(call)).toBe(decided === "ask_user");
          granted.set(n, decided === "ask_user");
        } else {
          const text = await run(call).catch(({ message }) => message);
          expect(text === "acted").toBe(decided === "allow" || (decided === "ask_user" && granted.get(n) === true));
          granted.delete(n);
        }
      }
    }),
    { numRuns: 40 },
  );
});

it.each(Object.entries(frameworks))("lets %s ask about a call of which nothing is known but that it is valid", async (_, framework) => {
  for (const tool of [new PlainTool(), foreignTool()]) {
    const { asks, run } = framework([tool]);
    const call = { id: "1", args: { n: 1 } };
    decision = "ask_user";
    await expect(run(call).catch(({ message }) => message)).resolves.toContain("it must be confirmed");
    expect(await asks(call)).toBe(true);
    expect(await run(call)).toBe("acted");
  }
  expect(await framework([new PlainTool()]).asks({ id: "1", args: {} })).toBe(false);
});

it("forgets approvals that no one gives, and gives none of another call to one with other arguments or another id", async () => {
  decision = "ask_user";
  const { act } = aiSdkTools([new ActTool()]);
  const run = (n: number, toolCallId: string) => act?.execute({ n }, { toolCallId }).catch(({ message }) => message);
  for (let i = 0; i < 1002; i++) await act?.needsApproval?.({ n: 1 }, { toolCallId: `${i}` });
  expect(await run(1, "0")).toContain("it must be confirmed");
  expect(await run(2, "500")).toContain("it must be confirmed");
  expect(await run(1, "other")).toContain("it must be confirmed");
  expect(await run(1, "500")).toEqual({ text: "acted" });
});

const files = {
  "tools.d/planned.yaml": `
name: planned
description: Deletes with a plan.
kind: edit
risk: safe
schema: { properties: { who: { type: string, pattern: "^[a-z]+$" } }, required: [who] }
command: [printf, "deleted %s", "{{who}}"]
plan: [printf, "would delete %s", "{{who}}"]
data: [who]
`,
};
let registry: ToolRegistry;
beforeAll(() => {
  const project = builtProject(files);
  registry = new ToolRegistry({ environment: { workspace: project } });
  registry.registerGenerated(join(project, "generated"));
});
afterAll(() => registry.close());

it("runs no call with a plan without a `confirm` that shows what it prints", async () => {
  const call = { id: "1", args: { who: "bob" } };
  const confirm = async () => ToolConfirmationOutcome.ProceedOnce;
  const needed = "this program has no `confirm` that shows it";
  const sdk = aiSdkTools(registry).planned;
  expect(await sdk?.needsApproval?.(call.args, { toolCallId: "1" })).toBe(false);
  await expect(sdk?.execute(call.args, { toolCallId: "1" })).rejects.toThrow(needed);
  const [chained] = langChainTools(registry, { tool: (run, { name }) => ({ run, name }) }).filter(({ name }) => name === "planned");
  expect(await chained?.run(call.args, {})).toContain(needed);
  expect(await aiSdkTools(registry, { confirm }).planned?.execute(call.args, { toolCallId: "1" })).toEqual({ text: "deleted bob" });
});
