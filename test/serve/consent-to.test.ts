import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, afterEach, expect, it } from "vitest";
import { prepareOrRefuse } from "../../src/runtime/call/call-tool.js";
import { Consents } from "../../src/runtime/consent/consents.js";
import type { CompiledTool } from "../../src/runtime/definition.js";
import { consentTo, riskOf } from "../../src/serve/consent-to.js";
import { compiledTool } from "../compiled.js";
import { freshFolder, removeFolders } from "../tools.d/repository.js";

afterAll(removeFolders);

const folder = freshFolder();
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
const client = { canElicit: true, asksItself: false, consents: new Consents() };

function prepared() {
  const answer = prepareOrRefuse(tool, { to: "here" }, context);
  if (!answer.ok) throw new Error(answer.refused.stderr);
  return answer;
}

it("goes by what was decided when the call was prepared, whatever settings say by now", () => {
  say("ask");
  const asked = prepared();
  say("allow");
  const allowed = prepared();
  say("deny");
  expect(consentTo(asked, context, client)).toMatchObject({ kind: "asked", question: { risk: { decision: "ask" } } });
  expect(riskOf(asked, context)).toMatchObject({ decision: "ask", from: "the user's settings: risk.push", ownLevel: "moderate" });
  expect(consentTo(allowed, context, client)).toEqual({ kind: "given" });
  expect(prepareOrRefuse(tool, { to: "here" }, context)).toMatchObject({
    ok: false,
    refused: { stderr: expect.stringContaining("denied by the user's settings: risk.push") },
  });
});

it("goes by the spec where there were no settings", () => {
  const before = prepared();
  say("deny");
  expect(before.decided).toBeUndefined();
  expect(consentTo(before, context, client)).toMatchObject({ kind: "asked", question: { risk: { decision: "ask", from: undefined } } });
  expect(consentTo(before, context, { ...client, asksItself: true })).toEqual({ kind: "given" });
});
