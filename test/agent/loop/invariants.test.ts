import fc from "fast-check";
import { expect, it } from "vitest";
import { type AgenticLoopOptions, type AgenticLoopResult, type ModelMessage, runAgenticLoop } from "../../../src/runtime/index.js";
import { modelOf, OwnTool, registryOf, type Turn } from "./model.js";

const names = fc.constantFrom("read", "write", "asked", "raed", "functions.Write");
const args = fc.oneof(
  fc.record({ what: fc.constantFrom("a", "b", "c", "d", "e", "f", "g") }),
  fc.constantFrom("{what: 'a'}", '{"what": "a"', "", "[]", '{"what": 5, "times": 12345678901234567890}'),
);
const turns: fc.Arbitrary<Turn> = fc.record(
  {
    calls: fc.array(fc.tuple(names, args), { maxLength: 4 }),
    text: fc.constant("Hm."),
    finish: fc.constantFrom("length", "content-filter", "stop", "tool-calls"),
    then: fc.constantFrom(undefined, undefined, undefined, "closed"),
  },
  { requiredKeys: ["calls"] },
) as fc.Arbitrary<Turn>;
const answers = fc.constantFrom(true, true, false, "pause", "proceed_once", "cancel", "throw", "never", "junk", "modify_with_editor");

let ran: string[];
const note = ({ what }: { readonly what: string }) => `${ran.push(what)}`;
const registry = registryOf(
  new OwnTool("read", { decision: "allow" }),
  new OwnTool("write", { kind: "edit", execute: note }),
  new OwnTool("asked", { decision: "ask_user", execute: note }),
);

/** Checks what providers require of a conversation: a result for each call, in the message after it, and no other. */
function expectWhole(messages: readonly ModelMessage[]) {
  for (const [index, { role, content }] of messages.entries()) {
    const calls =
      role === "assistant" && typeof content !== "string"
        ? content.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []))
        : [];
    const next = messages[index + 1];
    const results = next?.role === "tool" ? next.content.map(({ toolCallId }) => toolCallId) : [];
    expect(results).toEqual(calls);
    expect(new Set(calls).size).toBe(calls.length);
  }
}

it("runs nothing that wasn't decided, nothing twice, and keeps conversations whole, whatever models and callbacks do", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(turns, { maxLength: 5 }),
      fc.array(answers, { maxLength: 12 }),
      fc.integer({ min: 1, max: 4 }),
      async (script, said, repeats) => {
        const approved: string[] = [];
        ran = [];
        const { model } = modelOf(...script);
        const waiting = [...said];
        let cancel = new AbortController();
        const onToolConfirmationRequired = async ({ args }: { readonly args: Readonly<Record<string, unknown>> }) => {
          const answer = waiting.shift() ?? false;
          if (answer === true || answer === "proceed_once") approved.push(String(args.what));
          if (answer === "throw") throw new Error("gone");
          if (answer !== "never") return answer as never;
          setImmediate(() => cancel.abort());
          return new Promise<never>(() => {});
        };
        let options: Partial<AgenticLoopOptions> = { prompt: "Go." };
        let result: AgenticLoopResult;
        let rounds = 0;
        do {
          cancel = new AbortController();
          result = await runAgenticLoop({
            model,
            registry,
            onToolConfirmationRequired,
            signal: cancel.signal,
            limits: { repeats },
            ...options,
          });
          expectWhole(result.messages);
          expect(ran.toSorted()).toEqual(approved.toSorted());
          const state = JSON.parse(JSON.stringify(result.state));
          expect(state).toEqual(result.state);
          options = { resume: state };
          rounds++;
          // A text that was cut off ends with the model's own words: there is nothing to resume.
        } while (
          rounds < 30 &&
          result.status !== "completed" &&
          (result.state.calls.length > 0 || result.messages.at(-1)?.role !== "assistant") &&
          !isOver(result)
        );
        expect(rounds).toBeLessThan(30);
      },
    ),
    { numRuns: 100 },
  );
});

/** The script has no more turns. */
const isOver = ({ error }: AgenticLoopResult) => error instanceof Error && error.message.startsWith("there is no turn");
