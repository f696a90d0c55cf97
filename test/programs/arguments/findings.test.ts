import { expect, it } from "vitest";
import { compiledTool } from "../../kit/compiled.js";

const properties = { x: { type: "string" }, d: { type: "string" }, n: { type: "integer" } };

async function errors(more: object) {
  const spec = {
    name: "t",
    description: "d",
    kind: "execute",
    schema: { properties, required: ["x", "d", "n"] },
    paths: { d: "read" },
    ...more,
  };
  const { diagnostics } = await compiledTool(JSON.stringify(spec));
  return diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
}

it.each([
  [["find", "{{d}}", "-name", "*.sh", "-exec", "sh", "{}", ";"]],
  [["find", "{{d}}", "-exec", "{}", ";"]],
  [["find", "{{d}}", "-exec", "sh", "-c", ". {}", ";"]],
  [["find", "{{d}}", "-exec", "env", "bash", "{}", "+"]],
  [["timeout", "5", "find", "{{d}}", "-execdir", "bash", "{}", "+"]],
  [["find", ".", "-name", "{{x}}", "-exec", "python3", "{}", ";"]],
  [["find", "{{d}}", "-exec", "awk", "-f", "{}", "x", ";"]],
  [["fd", ".", "{{d}}", "-x", "sh"]],
  [["fd", ".", "{{d}}", "--exec", "sh", "{}"]],
  [["fd", ".", "{{d}}", "-X", "bash"]],
  [["fd", ".", "{{d}}", "-x", "{}"]],
  [["xargs", "-a", "{{d}}", "bash"]],
  [["xargs", "-a", "{{d}}", "-I", "F", "node", "F"]],
])("refuses a value that decides which files %j finds and runs", async (command) => {
  expect(await errors({ command })).toEqual(["evaluated-argument"]);
  expect(await errors({ command, code: { d: "sh", x: "sh" } })).not.toContain("evaluated-argument");
});

it.each([
  [["find", "{{d}}", "-name", "*.sh", "-exec", "wc", "-l", "{}", "+"]],
  [["find", "{{d}}", "-exec", "sh", "-c", 'wc -l "$1"', "_", "{}", ";"]],
  [["find", "{{d}}", "-exec", "python3", "{{@specDir}}/count.py", "{}", ";"]],
  [["find", "{{d}}", "-exec", "bash", "-n", "{}", ";"]],
  [["find", "{{@specDir}}/checks", "-maxdepth", "{{n}}", "-exec", "sh", "{}", ";"]],
  [["find", ".", "-name", "{{x}}"]],
  [["fd", ".", "{{d}}", "-x", "wc", "-l"]],
  [["xargs", "-a", "{{d}}", "wc", "-l"]],
])("allows a value that decides which files %j gives to a program as data", async (command) => {
  expect(await errors({ command })).toEqual([]);
});

it.each([
  [{ command: ["fd", "-e", "sh", "-x", "bash"] }],
  [{ command: ["find", ".", "-exec", "sh", "{}", ";"] }],
  [{ command: ["xargs", "bash"], stdin: "run.sh" }],
  [{ command: ["xargs", "-a", "list", "bash"] }],
  [{ shell: "fd -e sh -x bash" }],
])("refuses a program that runs what is found in a folder that a value names: %j", async (more) => {
  expect(await errors({ cwd: "{{d}}", ...more })).toEqual(["program-in-folder"]);
});

it.each([
  [{ command: ["find", "/opt/checks", "-exec", "sh", "{}", ";"] }],
  [{ command: ["find", "{{@specDir}}", "-name", "*.sh", "-exec", "sh", "{}", ";"] }],
  [{ command: ["find", ".", "-name", "*.ts", "-exec", "grep", "-c", "a", "{}", "+"] }],
])("allows a program that runs what is found in a fixed folder, or as data: %j", async (more) => {
  expect(await errors({ cwd: "{{d}}", ...more })).toEqual([]);
});
