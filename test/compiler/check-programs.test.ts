import fc from "fast-check";
import { expect, it } from "vitest";
import { askedValues } from "../../src/programs/place-class.js";
import { usesByFamily } from "../../src/programs/uses.js";
import { compiled } from "../kit/compiled.js";

const spec = { name: "t", description: "d", kind: "read", schema: { properties: { x: { type: "string" } }, required: ["x"] } };
const acme = {
  "acme orders": {
    data: ["--status", "-s"],
    read: ["--file"],
    write: ["--out"],
    send: ["--upload"],
    place: ["--host"],
    flags: ["--json", "-v"],
    operands: ["data", "read*"],
    stdin: "data",
  },
  "acme *": { data: ["--name"] },
  "report.sh": { operands: ["data*"] },
  "npm run lint": { operands: ["data*"] },
};

async function built(
  command: readonly string[],
  { programs = acme, ...more }: { readonly programs?: object; readonly [key: string]: unknown } = {},
) {
  const { model, diagnostics } = await compiled({
    "t.yaml": JSON.stringify({ ...spec, command, ...more }),
    "toolgen.yaml": JSON.stringify({ version: 1, programs }),
  });
  const [tool] = model.tools;
  return {
    codes: diagnostics.map(({ code }) => code).filter((code) => code !== "program-missing"),
    level: tool?.risk.level,
    asked: askedValues(tool?.values ?? []),
    values: tool?.values,
  };
}

it.each([
  ["acme orders --status {{x}}", "safe"],
  ["/opt/acme/bin/acme orders -s{{x}}", "safe"],
  ["timeout 5 acme --json orders --status={{x}}", "safe"],
  ["acme orders -vs {{x}}", "safe"],
  ["acme orders {{x}}", "safe"],
  ["acme orders --json {{x}}", "safe"],
  ["acme orders a {{x}}", "moderate"],
  ["acme orders --other {{x}}", "moderate"],
  ["acme orders --host {{x}}", "moderate"],
  ["acme purge --name {{x}}", "safe"],
  ["acme purge --status {{x}}", "moderate"],
  ["report.sh {{x}}", "safe"],
  ["{{@specDir}}/report.sh a {{x}}", "safe"],
  ["other.sh {{x}}", "moderate"],
  ["npm run lint -- {{x}}", "safe"],
  ["npm run test -- {{x}}", "moderate"],
])("judges a value by the project's row: %s", async (command, level) => {
  expect(await built(command.split(" "))).toMatchObject({ codes: [], level });
});

it("wants `paths` for what a row says is read, written or sent", async () => {
  expect((await built(["acme", "orders", "--file={{x}}"])).level).toBe("moderate");
  expect((await built(["acme", "orders", "--file={{x}}"], { paths: { x: "read" } })).level).toBe("safe");
  expect((await built(["acme", "orders", "--out={{x}}"])).codes).toEqual(["file-not-a-path"]);
  expect((await built(["acme", "orders", "--out={{x}}"], { paths: { x: "write" } })).level).toBe("moderate");
  expect((await built(["acme", "orders", "--upload={{x}}"])).codes).toEqual(["file-not-a-path"]);
});

it("reads standard input and scripts by the project's row", async () => {
  expect((await built(["acme", "orders"], { stdin: "{{x}}" })).level).toBe("safe");
  expect((await built(["acme", "other"], { stdin: "{{x}}" })).level).toBe("moderate");
  const shell = { command: undefined, shell: "acme orders --status {{x}}\nreport.sh {{x}}" };
  expect(await built([], shell)).toMatchObject({ codes: [], asked: [] });
});

it.each([
  ["git log", { data: ["--output"] }],
  ["bash", { operands: ["data*"] }],
  ["npm run", { data: ["--script-shell"] }],
])("refuses a row that the table has: %s", async (name, row) => {
  const { codes } = await built(["acme", "{{x}}"], { programs: { [name]: row } });
  expect(codes).toContain("known-program");
});

const everyClass = ["data", "read", "write", "send", "place", "runs", "dir"];
const dangerous = [
  "git -c core.pager={{x}} log",
  "git config set core.fsmonitor {{x}}",
  "npm run lint --script-shell={{x}}",
  "bash -c {{x}}",
  "bash acme {{x}} -c",
  "sh -c {{x}} acme",
  "python3 -m {{x}}",
  "find . -exec {{x}} ;",
  "ssh h {{x}}",
  "xargs {{x}}",
  "docker run --privileged {{x}}",
  "make CC={{x}}",
  "curl -o {{x}} https://a.example",
  "psql -c {{x}}",
  "tar -I {{x}} -cf a.tar b",
  "awk {{x}}",
  "pip install {{x}}",
];

it("never lowers what the table knows, whatever a project's rows say", { timeout: 60_000 }, async () => {
  const plain = new Map<string, unknown>();
  const verdict = async (command: string, programs: object) => {
    const { codes, level, asked } = await built(command.split(" "), { programs });
    return { codes: codes.filter((code) => code !== "known-program"), level, asked: asked.map((one) => one.class) };
  };
  for (const command of dangerous) plain.set(command, await verdict(command, {}));
  // A row may settle only what was unknown, which none of these is.
  for (const [command, { asked }] of plain as Map<string, { asked: readonly string[] }>) expect([command, asked]).not.toContain("unknown");
  const names = Object.values(usesByFamily()).flat();
  const words = fc.constantFrom("acme", "lint", "log", "a", "config", "set", "core.fsmonitor", "run", "h", "*", ".");
  const row = fc.record({
    data: fc.constant(["-c", "-C", "-o", "-I", "-m", "--script-shell", "-exec", "--eval"]),
    flags: fc.constant(["-x", "--privileged"]),
    operands: fc.constantFrom(...everyClass).map((one) => [`${one}*`]),
    stdin: fc.constant("data"),
  });
  const sample = fc.sample(
    fc.tuple(fc.constantFrom(...dangerous), fc.array(words, { minLength: 1, maxLength: 2 }), row, fc.constantFrom(...names)),
    { numRuns: 60, seed: 38 },
  );
  for (const [command, more, one, other] of sample) {
    const program = command.split(" ")[0] ?? "";
    const programs = { [[program, ...more].join(" ")]: one, [`${other} ${more[0]}`]: one };
    expect([command, programs, await verdict(command, programs)]).toEqual([command, programs, plain.get(command)]);
  }
});

it.each([
  [{ "./acme": {} }, "bad-value"],
  [{ "acme  orders": {} }, "bad-value"],
  [{ acme: { data: ["status"] } }, "bad-value"],
  [{ acme: { data: ["--status"], flags: ["--status"] } }, "bad-value"],
  [{ acme: { operands: ["read*", "data"] } }, "bad-value"],
  [{ acme: { operands: ["code"] } }, "bad-value"],
  [{ acme: { stdin: "load" } }, "unknown-value"],
  [{ acme: { code: ["--eval"] } }, "unknown-key"],
])("reports a row that isn't right: %j", async (programs, code) => {
  expect((await built(["wc", "-l"], { programs, schema: {} })).codes).toEqual([code]);
});
