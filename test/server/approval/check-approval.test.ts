import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { Approvals } from "../../../src/call/approvals.js";
import { prepareOrRefuse } from "../../../src/call/execute-call.js";
import { callResultText } from "../../../src/call/shape-result.js";
import type { CompiledTool } from "../../../src/contract/definition.js";
import { checkApproval, riskOfCall } from "../../../src/server/state/check-approval.js";
import { compiled, compiledTool } from "../../kit/compiled.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const folder = temporaryFolder();
const file = join(folder, "toolgen/settings.json");
mkdirSync(dirname(file), { recursive: true });
afterEach(() => rmSync(file, { force: true }));
const say = (decision: string) => writeFileSync(file, JSON.stringify({ risk: { push: { decision } } }));

const { tool: model } = await compiledTool(
  "name: push\ndescription: d\nkind: edit\nschema: { properties: { to: { type: string } } }\ncommand: [echo, '{{to}}']\n",
);
if (model === undefined) throw new Error("the spec is wrong");
const tool: CompiledTool = { definition: model.definition, validate: () => true };
const context = { workspace: folder, projectDir: folder, env: { XDG_CONFIG_HOME: folder } };
const client = { canElicit: true, asksItself: false, approvals: new Approvals() };

function prepared() {
  const answer = prepareOrRefuse(tool, { to: "here" }, context);
  if (!answer.ok) throw new Error(callResultText(answer.refused));
  return answer;
}

it("keeps the decision made when the call was prepared, whatever settings say now", () => {
  say("ask");
  const asked = prepared();
  say("allow");
  const allowed = prepared();
  say("deny");
  expect(checkApproval(asked, context, client)).toMatchObject({ kind: "asked", question: { risk: { decision: "ask" } } });
  expect(riskOfCall(asked, context)).toMatchObject({ decision: "ask", from: "the user's settings: risk.push", ownLevel: "moderate" });
  expect(checkApproval(allowed, context, client)).toEqual({ kind: "given" });
  expect(prepareOrRefuse(tool, { to: "here" }, context)).toMatchObject({
    ok: false,
    refused: { kind: "denied", denial: { code: "by-settings", from: "the user's settings: risk.push" } },
  });
});

it("goes by the spec where there were no settings", () => {
  const before = prepared();
  say("deny");
  expect(before.decided).toBeUndefined();
  expect(checkApproval(before, context, client)).toMatchObject({ kind: "asked", question: { risk: { decision: "ask", from: undefined } } });
  expect(checkApproval(before, context, { ...client, asksItself: true })).toEqual({ kind: "given" });
});

const alone = { ...client, canElicit: false };

/** The decision about a call of a tool of this risk if the client can't ask, under these settings of the user. */
async function unattended(risk: string, said?: object, more = "", params = {}) {
  if (said !== undefined) writeFileSync(file, JSON.stringify(said));
  const spec = `name: push\ndescription: d\nkind: edit\nrisk: ${risk}\nschema: { properties: { to: { type: string } } }\ncommand: [echo, '{{to}}']\n`;
  const { model: project, diagnostics } = await compiled({ "push.yaml": spec, "toolgen.yaml": `version: 1\n${more}` }, []);
  expect(diagnostics).toEqual([]);
  const definition = project.tools[0]?.definition;
  if (definition === undefined) throw new Error("the spec is wrong");
  const answer = prepareOrRefuse({ definition, validate: () => true }, params, context);
  if (!answer.ok) throw new Error(callResultText(answer.refused));
  return { alone: checkApproval(answer, context, alone), gated: checkApproval(answer, context, { ...alone, asksItself: true }) };
}

it.each([
  ["a moderate tool", "{ requiresConfirmation: true }", {}],
  ["a safe tool", "{ level: safe, requiresConfirmation: true }", {}],
  ["a rule", "{ rules: [{ when: { to: prod }, requiresConfirmation: true }] }", { to: "prod" }],
  ["a rule that takes it from its tool", "{ requiresConfirmation: true, rules: [{ when: { to: prod }, level: safe }] }", { to: "prod" }],
])("refuses what a spec explicitly wants confirmed if no user can be asked: %s", async (_, risk, params) => {
  const { alone: refused, gated } = await unattended(risk, undefined, "", params);
  expect(refused).toMatchObject({ kind: "refused", denial: { code: "no-elicitation", askedBy: "its spec" } });
  expect(gated).toEqual({ kind: "given" });
});

it("leaves a call to the client where its level alone wants it confirmed", async () => {
  expect((await unattended("{ level: moderate }")).alone).toEqual({ kind: "given" });
  const rules = "{ rules: [{ when: { to: prod }, requiresConfirmation: true }] }";
  expect((await unattended(rules, undefined, "", { to: "test" })).alone).toEqual({ kind: "given" });
});

it.each([
  ["the user's `unattended`", { confirm: { unattended: "allow" } }, ""],
  ["the project's `unattended`", undefined, "confirm: { unattended: allow }\n"],
  ["an override of the user's", { risk: { push: { decision: "allow" } } }, ""],
])("runs what a spec explicitly wants confirmed if settings allow it: %s", async (_, said, more) => {
  expect((await unattended("{ requiresConfirmation: true }", said, more)).alone).toEqual({ kind: "given" });
});

it("refuses what settings explicitly want confirmed, and says which", async () => {
  const asked = await unattended("{ level: moderate }", { risk: { push: { decision: "ask" } } });
  expect(asked.alone).toMatchObject({ denial: { askedBy: "the user's settings: risk.push" } });
  // Whatever a project says of levels, its spec's own word stays.
  const levelled = await unattended("{ requiresConfirmation: true }", undefined, "confirm: { dangerous: deny }\n");
  expect(levelled.alone).toMatchObject({ kind: "refused" });
});
