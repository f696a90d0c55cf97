import { expect, it } from "vitest";
import { compiledTool } from "../../compiled.js";

const codesOf = async (more: object) => {
  const properties = { dir: { type: "string" }, module: { enum: ["a", "b"] } };
  const spec = { name: "t", description: "d", kind: "read", schema: { properties }, paths: { dir: "read" }, ...more };
  const { diagnostics, tool } = await compiledTool(JSON.stringify(spec));
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return { codes: errors.map(({ code }) => code), level: tool?.definition.risk.level };
};

it.each([
  { cwd: "{{dir}}", command: ["./run.sh"] },
  { cwd: "{{dir}}/bin", command: ["tools/run"] },
  { cwd: "{{dir}}", command: ["sh", "run.sh"] },
  { cwd: "{{dir}}", command: ["env", "./run.sh"] },
  { cwd: "{{dir}}", command: ["python3", "tool.py"] },
  { cwd: "{{dir}}", shell: "./run.sh | cat" },
  { shell: "cd {{dir}} && ./run.sh" },
  { shell: 'd={{dir}}; cd "$d"; ./run.sh' },
  { shell: "cd {{dir}}; sh run.sh" },
  { shell: "(cd {{dir}} && exec ./run.sh)" },
])("reports a program in a folder that the model names: %j", async (more) => {
  expect(await codesOf(more)).toMatchObject({ codes: ["program-in-folder"] });
});

it.each([
  { cwd: "{{dir}}", command: ["ls"] },
  { cwd: "{{dir}}", command: ["{{@specDir}}/run.sh"] },
  { cwd: "{{dir}}", command: ["sh", "{{@specDir}}/run.sh"] },
  { cwd: "{{dir}}", command: ["/opt/run.sh"] },
  { cwd: "{{module}}", command: ["./run.sh"], paths: { module: "read", dir: "read" } },
  { command: ["./run.sh", "{{dir}}"] },
  { shell: "./run.sh; cd {{dir}}; ls" },
  { shell: "cd {{module}} && ./run.sh {{dir}}" },
])("says nothing of a program that the author names: %j", async (more) => {
  expect((await codesOf(more)).codes).not.toContain("program-in-folder");
});

it("lets a spec say that it is meant, and makes the tool dangerous", async () => {
  expect(await codesOf({ cwd: "{{dir}}", command: ["./run.sh"], code: { dir: "sh" } })).toEqual({ codes: [], level: "dangerous" });
});
