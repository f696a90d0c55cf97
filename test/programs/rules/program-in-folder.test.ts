import { expect, it } from "vitest";
import { compiledTool } from "../../kit/compiled.js";

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
  { shell: "cd {{dir}} || exit 1; bash < run.sh" },
  { shell: "cd {{dir}} || exit 1; cat run.sh | bash" },
  { shell: "cd {{dir}} || exit 1; cat run.sh | tr -d '\\r' | bash" },
  { shell: 'cd {{dir}} || exit 1; eval "$(cat run.sh)"' },
  { shell: 'cd {{dir}} || exit 1; code=$(cat < run.sh); eval "$code"' },
  { shell: 'cd {{dir}} || exit 1; bash "$(realpath run.sh)"' },
  { shell: 'cd {{dir}} || exit 1; for s in ./*.sh; do bash "$s"; done' },
  { shell: 'cd {{dir}} || exit 1; for s in ./*.sh; do "$s"; done' },
  { shell: { bash: "cd {{dir}} || exit 1; bash ~+/run.sh" } },
  { shell: 'cd {{dir}} || exit 1; bash "$(find . -name run.sh)"' },
  { shell: "cd {{dir}} || exit 1; find . -name '*.sh' -exec bash {} \\;" },
  { cwd: "{{dir}}", shell: "bash < run.sh" },
  { cwd: "{{dir}}", shell: 'for s in *.sh; do bash "$s"; done' },
  { cwd: "{{dir}}", command: ["sh", "-c", "bash < run.sh"] },
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
  { shell: 'root=$PWD; cd {{dir}} || exit 1; bash "$root/scripts/run.sh"' },
  { shell: 'root=$(pwd); (cd {{dir}} && ls); bash "$root/run.sh"' },
  { shell: 'dir=$(cd "$(dirname "$0")" && pwd); cd {{dir}} || exit 1; . "$dir/lib.sh"' },
  { shell: 'code=$(cat run.sh); cd {{dir}} || exit 1; eval "$code"' },
  { shell: "(cd {{dir}} && ls); ./run.sh" },
  { shell: "cd {{dir}} || exit 1; cat notes.txt | wc -l; printf 'ls\\n' | sh" },
  { shell: "cd {{dir}} || exit 1; bash < /opt/run.sh; cat /opt/run.sh | bash" },
  { shell: 'cd {{dir}} || exit 1; for f in *.txt; do wc -l "$f"; done' },
  { shell: 'cd {{dir}} || exit 1; bash "$(cd /opt && pwd)/run.sh"' },
])("says nothing of a program that the author names: %j", async (more) => {
  expect((await codesOf(more)).codes).not.toContain("program-in-folder");
});

it("lets a spec say that it is meant, and makes the tool dangerous", async () => {
  expect(await codesOf({ cwd: "{{dir}}", command: ["./run.sh"], code: { dir: "sh" } })).toEqual({ codes: [], level: "dangerous" });
});
