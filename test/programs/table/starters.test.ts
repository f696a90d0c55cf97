import { expect, it } from "vitest";
import { compiledTool } from "../../kit/compiled.js";

const schema = { properties: { v: { type: "string", pattern: "^[^-]" } }, required: ["v"] };

async function codes(more: object) {
  const { diagnostics } = await compiledTool(JSON.stringify({ name: "t", description: "d", kind: "read", schema, ...more }));
  return diagnostics.map(({ code }) => code);
}

it.each([
  ["pyenv exec {{v}}"],
  ["asdf exec {{v}}"],
  ["rbenv exec {{v}}"],
  ["nodenv exec {{v}}"],
  ["mise exec -- {{v}}"],
  ["mise x node@20 -- {{v}}"],
  ["arch -x86_64 {{v}}"],
  ["arch -arch arm64 {{v}}"],
  ["clang -Xclang -load -Xclang {{v}}"],
  ["gpg --keyserver-program {{v}}"],
  ["electron {{v}}"],
  ["bazel run {{v}}"],
  ["buck2 run {{v}}"],
  ["dotenv -- {{v}}"],
  ["dotenv -e a.env -- {{v}}"],
  ["bwrap --ro-bind / / {{v}}"],
  // The started program is told this as its own name.
  ["env -a {{v}} sh"],
  ["env --argv0={{v}} sh"],
  ["bwrap --ro-bind / / --argv0 {{v}} sh"],
  ["chpst -b {{v}} sh"],
])("%s starts what the value names", async (line) => {
  expect(await codes({ command: line.split(" ") })).toEqual(["evaluated-argument"]);
});

it.each([
  ["mise exec -- bash"],
  ["mise exec node@20 -- bash"],
  ["asdf exec bash"],
  ["pyenv exec python"],
  ["machinectl shell"],
  ["machinectl shell root@h /bin/bash"],
  ["vagrant ssh -c bash"],
  ["vagrant ssh"],
  ["nix-shell --run bash"],
  ["gcloud compute ssh h --command bash"],
  ["gcloud compute ssh h --command=bash"],
  ["npx -c bash"],
  ["dotenv -- bash"],
  ["nodemon --exec bash"],
  ["concurrently bash"],
  ["watch bash"],
  ["bwrap --ro-bind / / --dev /dev bash"],
  ["arch -arm64 bash"],
  ["npx -c", "A=b bash"],
  ["npx -c", "cat | sh"],
  ["sh -c", "cat | bash"],
])("%s %s: a shell reads the value from standard input", async (line, last?: string) => {
  const command = [...line.split(" "), ...(last === undefined ? [] : [last])];
  expect(await codes({ command, stdin: "{{v}}" })).toContain("evaluated-argument");
});

it.each([["npx -c", "wc -l"], ["nodemon --exec", "bash build.sh"], ["sh -c", "cat > a"], ["bwrap --ro-bind / / wc"], ["mise exec -- wc"]])(
  "%s %s: no shell reads it",
  async (line, last?: string) => {
    const command = [...line.split(" "), ...(last === undefined ? [] : [last])];
    expect(await codes({ command, stdin: "{{v}}" })).toEqual([]);
  },
);
