import { expect, it } from "vitest";
import { compiledTool } from "../../compiled.js";

async function errors(more: object) {
  const properties = { x: { type: "string", pattern: "^[^-]" }, dir: { type: "string" } };
  const spec = { name: "t", description: "d", kind: "execute", schema: { properties, required: ["x", "dir"] }, paths: { dir: "read" } };
  const { diagnostics } = await compiledTool(JSON.stringify({ ...spec, ...more }));
  return diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
}

it.each([
  "docker start",
  "docker container start",
  "docker attach",
  "docker compose attach",
  "podman start",
  "black",
  "flake8",
  "pyright",
  "mypy --",
  "uvx black",
  "npx pyright",
  "pipx run black",
  "uv tool run black",
  "yarn watch",
  "pnpm env",
])("reads the value after %s as data", async (line) => {
  expect(await errors({ command: [...line.split(" "), "{{x}}"] })).toEqual([]);
});

it.each(["coverage run", "coverage", "yarn", "yarn run", "pnpm dlx", "uvx"])("reports the value after %s", async (line) => {
  expect(await errors({ command: [...line.split(" "), "{{x}}"] })).not.toEqual([]);
});

// The folder of the script is the value's from `cd` on, also in the next round of a loop.
it.each([
  'cd {{dir}}; bash "$PWD/run.sh"',
  'cd {{dir}}; root=$(pwd); bash "$root/run.sh"',
  'for i in 1 2; do bash "$PWD/run.sh"; cd {{dir}}; done',
  'f() { bash "$PWD/run.sh"; }; cd {{dir}}; f',
  `trap 'bash "$PWD/run.sh"' EXIT; cd {{dir}}`,
  '(cd {{dir}}; bash "$PWD/run.sh")',
  "n=$(git log -1 --format=%s -- {{dir}}); echo $((n + 1))",
  "git tag -- {{x}}; n=$(git rev-list --count HEAD 2>&1); echo $((n + 1))",
])("reports %s", async (shell) => {
  expect(await errors({ shell })).not.toEqual([]);
});
