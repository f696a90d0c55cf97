import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { defineTool } from "../../src/agent/tool/define-tool.js";
import { decideRisk } from "../../src/call/decide-risk.js";
import { prepareCall } from "../../src/call/prepare-call.js";
import type { ToolModel } from "../../src/compiler/tool-model.js";
import { compiled } from "../kit/compiled.js";
import { repeat } from "../kit/repeat.js";
import { args, project } from "./projects.js";

const core = fileURLToPath(new URL("../clients/gemini-cli-core/node_modules/@google/gemini-cli-core/dist/src/policy", import.meta.url));

/** The client's own engine and its reader of policies, as far as they are used. */
interface Engine {
  check(call: { readonly name: string; readonly args: object }): Promise<{ readonly decision: "allow" | "ask_user" | "deny" }>;
}
interface Policy {
  loadPoliciesFromToml(
    paths: readonly string[],
    tier: () => number,
  ): Promise<{ readonly rules: readonly object[]; readonly errors: readonly object[] }>;
  readonly PolicyEngine: new (config: object) => Engine;
}
let policy: Policy;
beforeAll(async () => {
  // It logs every call.
  vi.spyOn(console, "debug").mockImplementation(() => {});
  const load = async (file: string) => import(pathToFileURL(join(core, file)).href);
  policy = { ...(await load("toml-loader.js")), ...(await load("policy-engine.js")) };
});
const file = join(tmpdir(), `toolgen-attack-${process.pid}.toml`);
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(file, { force: true });
});

/** The decision about a call here; `refused` if nothing of it runs, whatever the client does. */
function decisionOf({ definition, displayName, description, locations, schema }: ToolModel) {
  const tool = defineTool(definition, schema, { format: 2, displayName, description, locations });
  const context = { workspace: tmpdir(), projectDir: tmpdir(), env: {} };
  return (call: object) => {
    const prepared = prepareCall(tool, structuredClone(call), context);
    if (!prepared.ok) return "refused";
    const { decision, isAskedByPath } = decideRisk(definition, prepared.call.params, context);
    // No policy knows trusted paths: `generated/bin/call` refuses those calls (test/cli/trusted-paths.test.ts).
    return isAskedByPath ? "refused" : decision;
  };
}

it("lets the client's own engine allow no call that toolgen would ask about, whatever the spec, the settings and the call", async () => {
  let allowed = 0;
  const laxer: string[] = [];
  await fc.assert(
    fc.asyncProperty(project, fc.array(args, { minLength: 40, maxLength: 40 }), async (files, calls) => {
      const { model, files: outputs } = await compiled(files, ["gemini-policy"]);
      const [tool] = model.tools;
      const toml = outputs.find(({ path }) => path === "gemini/policies.toml");
      if (tool === undefined || toml === undefined) return;
      writeFileSync(file, toml.text.toString());
      const { rules, errors } = await policy.loadPoliciesFromToml([file], () => 2);
      expect(errors).toEqual([]);
      const decide = decisionOf(tool);
      for (const approvalMode of ["default", "autoEdit", "plan"])
        for (const nonInteractive of [false, true]) {
          const engine = new policy.PolicyEngine({ rules, approvalMode, nonInteractive });
          for (const call of calls) {
            const there = await engine.check({ name: "discovered_tool_t", args: call });
            if (there.decision !== "allow") continue;
            const here = decide(call);
            if (here === "allow") allowed++;
            // What settings deny is refused when it comes, whatever the client allows.
            if (here === "ask")
              laxer.push(`${JSON.stringify(call)} is allowed in ${approvalMode}: ${files["t.yaml"]} ${files["toolgen.yaml"]}`);
          }
        }
    }),
    { numRuns: repeat({ usual: 100, soak: 400, long: 2_000 }), endOnFailure: true },
  );
  expect(laxer.sort((a, b) => a.length - b.length).slice(0, 3)).toEqual([]);
  expect(allowed).toBeGreaterThan(100);
});
