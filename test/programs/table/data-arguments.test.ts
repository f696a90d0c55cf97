import { expect, it } from "vitest";
import { compiledTool } from "../../kit/compiled.js";

async function errors(more: object) {
  const properties = { x: { type: "string", pattern: "^[^-]" }, dir: { type: "string" } };
  const spec = {
    name: "t",
    description: "d",
    kind: "execute",
    schema: { properties, required: ["x", "dir"] },
    paths: { dir: "readWrite" },
  };
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
])("reads the value after %s as data", async (line) => {
  expect(await errors({ command: [...line.split(" "), "{{x}}"] })).toEqual([]);
});

it.each(["coverage run", "coverage", "yarn", "pnpm dlx", "pnpm env", "uvx", "helm install -g"])(
  "reports the value after %s",
  async (line) => {
    expect(await errors({ command: [...line.split(" "), "{{x}}"] })).not.toEqual([]);
  },
);

it.each(["nsenter --root={{x}} ls", "nsenter -r{{x}} ls"])("reports %s", async (line) => {
  expect(await errors({ command: line.split(" ") })).toEqual(["evaluated-argument"]);
});

it.each([
  ["psql -o {{x}} -c 1", false],
  ["psql --output={{x}} -c 1", false],
  ["strace -o {{x}} true", false],
  ["psql -o ./{{dir}} -c 1", true],
  ["psql --output=out/{{dir}} -c 1", true],
  ["psql -o {{dir}} -c 1", true],
  ["strace -o./{{dir}} true", true],
])("takes a file to write for a command if it can begin with | (%s: %s)", async (line, isTaken) => {
  expect((await errors({ command: line.split(" ") })).length === 0).toBe(isTaken);
});

it.each([
  ["tar cfI a {{x}} b", false],
  ["tar cIf {{x}} a b", false],
  ["tar xfC a {{x}}", true],
  ["tar xf {{x}}", true],
  ["tar cf a I {{x}}", true],
])("reads letters without a dash as options of tar (%s: %s)", async (line, isTaken) => {
  expect((await errors({ command: line.split(" ") })).length === 0).toBe(isTaken);
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
