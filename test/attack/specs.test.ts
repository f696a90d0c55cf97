import { tmpdir } from "node:os";
import { Script } from "node:vm";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { ToolModel } from "../../src/model/tool.js";
import { prepareOrRefuse } from "../../src/runtime/call/execute-call.js";
import { defineTool } from "../../src/runtime/tool/define-tool.js";
import { compiled } from "../kit/compiled.js";
import { repeat } from "../kit/repeat.js";
import { mutatedSpec } from "./mutated-specs.js";
import { args } from "./projects.js";

/** Whatever is sent to a tool, it is prepared or refused. */
function tryCalls({ definition, displayName, description, locations, schema }: ToolModel, calls: readonly unknown[]): void {
  const tool = defineTool(definition, schema, { format: 2, displayName, description, locations });
  for (const call of calls) prepareOrRefuse(tool, call, { workspace: tmpdir(), projectDir: tmpdir(), env: {} });
}

/** Arguments by the tool's own names. */
const argsOf = ({ definition: { params } }: ToolModel, values: readonly unknown[]) =>
  values.map((_, i) => Object.fromEntries(params.map((param, at) => [param, values[(i + at) % values.length]])));

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom("", "a", 1, true, [], ["a"], {}, [{}], null, "[]", "{}", "../x", "-x"),
);

it("makes diagnostics or tools of every spec, and outputs that can be read", async () => {
  const broken: string[] = [];
  let right = 0;
  let wrong = 0;
  const property = fc.asyncProperty(
    mutatedSpec,
    fc.array(args, { maxLength: 3 }),
    fc.array(value, { minLength: 4, maxLength: 4 }),
    async (text, calls, values) => {
      try {
        const { model, files, diagnostics } = await compiled({ "tool.yaml": text });
        if (diagnostics.some(({ severity }) => severity === "error")) wrong++;
        else right++;
        for (const { message, line } of diagnostics) {
          expect(message).not.toMatch(/\bundefined\b|\[object Object\]/);
          expect(line).toBeGreaterThan(0);
        }
        for (const { path, text: output } of files) if (/^bin\/tools\/.*\.cjs$/.test(path)) new Script(String(output));
        for (const tool of model.tools)
          if (tool.definition.command?.handler === undefined) tryCalls(tool, [...calls, ...argsOf(tool, values)]);
      } catch (error) {
        broken.push(`${error instanceof Error ? error.stack?.slice(0, 1_500) : String(error)}\n${text}`);
      }
    },
  );
  await fc.assert(property, { numRuns: repeat({ usual: 400, soak: 3_000, long: 20_000 }), endOnFailure: true });
  expect(
    broken
      .sort((a, b) => a.length - b.length)
      .slice(0, 10)
      .join("\n\n"),
  ).toBe("");
  expect(Math.min(right, wrong)).toBeGreaterThan(3);
});
