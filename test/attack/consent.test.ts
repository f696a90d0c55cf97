import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { defineTool } from "../../src/agent/tool/define-tool.js";
import { riskLevels } from "../../src/contract/risk.js";
import { executeFunctionCall, ToolConfirmationOutcome, ToolRegistry } from "../../src/runtime/index.js";
import { AnyTool } from "../agent/tool/defined.js";
import { compiled } from "../kit/compiled.js";
import { repeat } from "../kit/repeat.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { args, project } from "./projects.js";

/** One step of a session: the model calls the tool, the user's settings change, or the project is built again. */
type Step =
  | { readonly kind: "call"; readonly args: Record<string, unknown>; readonly answer: ToolConfirmationOutcome }
  | { readonly kind: "settings"; readonly level: string; readonly decision: string }
  | { readonly kind: "build"; readonly files: Readonly<Record<string, string>> };

const { ProceedOnce, ProceedAlways, ProceedAlwaysAndSave, Cancel } = ToolConfirmationOutcome;
const answer = fc.constantFrom(ProceedOnce, ProceedAlways, ProceedAlways, ProceedAlwaysAndSave, Cancel);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant("call" as const), args, answer }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("settings" as const),
      level: fc.constantFrom("safe", "moderate", "dangerous"),
      decision: fc.constantFrom("ask", "deny", "never"),
    }),
  },
  { weight: 1, arbitrary: project.map((files): Step => ({ kind: "build", files })) },
);

/** A call that a person was shown, and what they answered. */
interface Shown {
  readonly level: (typeof riskLevels)[number];
  readonly seen: string;
  readonly answer: ToolConfirmationOutcome;
}

it("runs no call unasked that is more dangerous than what was allowed, whatever happens in a session", async () => {
  let remembered = 0;
  await fc.assert(
    fc.asyncProperty(project, fc.array(step, { minLength: 20, maxLength: 40 }), async (first, steps) => {
      const home = temporaryFolder();
      const env = { PATH: process.env.PATH, XDG_CONFIG_HOME: home };
      const settings = join(home, "toolgen/settings.json");
      mkdirSync(join(home, "toolgen"));
      await using registry = new ToolRegistry({ environment: { workspace: home, env }, onProblem: () => {} });
      const build = async (files: Readonly<Record<string, string>>) => {
        const { model } = await compiled(files, []);
        const [tool] = model.tools;
        if (tool === undefined) return;
        const { displayName, description, locations, definition, schema } = tool;
        registry.registerTool(
          new AnyTool(defineTool(definition, schema, { format: 2, displayName, description, locations }), { workspace: home, env }),
        );
      };
      const shown: Shown[] = [];
      await build(first);
      for (const one of steps) {
        if (one.kind === "build") await build(one.files);
        if (one.kind === "settings") writeFileSync(settings, JSON.stringify({ confirm: { [one.level]: one.decision } }));
        if (one.kind !== "call" || registry.getTool("t") === undefined) continue;
        const controller = new AbortController();
        let wasAsked = false;
        const outcome = await executeFunctionCall(
          { id: "1", name: "t", args: one.args },
          {
            registry,
            signal: controller.signal,
            confirm: async ({ risk }) => {
              wasAsked = true;
              if (risk !== undefined) shown.push({ level: risk.level, seen: JSON.stringify(sorted(risk.seen)), answer: one.answer });
              return one.answer;
            },
            // A call that needs no question needn't continue. For the others it counts whether they ran to their end.
            onStart: ({ invocation }) => {
              if (invocation.getRisk?.()?.decision === "allow") controller.abort();
            },
          },
        );
        const risk = outcome.invocation?.getRisk?.();
        if (outcome.status !== "success" || risk === undefined) continue;
        expect(risk.decision, "run though it is denied").not.toBe("deny");
        if (wasAsked) expect(one.answer).not.toBe(Cancel);
        if (wasAsked || risk.decision === "allow") continue;
        remembered++;
        const seen = JSON.stringify(sorted(risk.seen));
        const covers = (earlier: Shown) =>
          isAlways(earlier.answer) &&
          riskLevels.indexOf(risk.level) <= riskLevels.indexOf(earlier.level) &&
          (risk.level !== "dangerous" || earlier.seen === seen);
        expect(shown.some(covers), `${risk.level} ${seen} was run unasked after ${JSON.stringify(shown)}`).toBe(true);
      }
      rmSync(home, { recursive: true });
    }),
    { numRuns: repeat({ usual: 25, soak: 200, long: 1_000 }), endOnFailure: true },
  );
  expect(remembered).toBeGreaterThan(3);
});

const sorted = (value: object) => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));

const isAlways = (one: ToolConfirmationOutcome) => one === ProceedAlways || one === ProceedAlwaysAndSave;
