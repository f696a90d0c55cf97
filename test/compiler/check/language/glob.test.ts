import { expect, it } from "vitest";
import { protection } from "../../../../src/call/paths/check-path.js";
import { isFastGlob, longestPath, protectedBy } from "../../../../src/compiler/check/language/formats.js";
import { compiled } from "../../../kit/compiled.js";

const spec = "name: t\ndescription: d\nkind: read\ncommand: [wc]\n";

async function codesOf(specs: readonly string[]) {
  const { diagnostics } = await compiled({ "toolgen.yaml": `version: 1\nspecs: ${JSON.stringify(specs)}\n`, "a.yaml": spec });
  return diagnostics.map(({ code, line }) => `${code} ${line}`);
}

it.each([
  ["40,000 characters", "[a".repeat(20_000)],
  ["40,000 characters that leave files out", `!${"[a".repeat(20_000)}`],
  ["1,001 characters", `${"a".repeat(996)}.yaml`],
  ["the power 5", "a*b*c*d*e*"],
  ["the power 5 that leaves files out", "!a*b*c*d*e*"],
  ["the power 3 of a name", "a*b*c*"],
  ["the power 3", "**/a/**/b/**/*.yaml"],
  ["an exponential time", "*(*a)b.yaml"],
  ["white space alone", " "],
])("refuses a glob of %s as a diagnostic", async (_name, glob) => {
  expect(await codesOf(["tools.d/*.yaml", glob])).toEqual(["bad-value 2"]);
  expect(await codesOf([glob])).toEqual(["bad-value 2"]);
});

const usual = [
  "tools.d/**/*.{yaml,yml,json}",
  "**/*.yaml",
  "**/tools.d/**/*.yaml",
  "packages/*/src/*/tools/*.{yaml,yml}",
  "tools.d/!(*.test).yaml",
  "tools.d/*-*.yaml",
  "tools.d/[a-z]*.yaml",
];

it("shows the beginning of a long one", async () => {
  const { diagnostics } = await compiled({ "toolgen.yaml": `version: 1\nspecs: "${"[a".repeat(20_000)}"\n`, "a.yaml": spec });
  expect(diagnostics[0]?.message.length).toBeLessThan(1000);
});

it.each(usual)("takes the glob %s", (glob) => {
  expect(isFastGlob(glob)).toBe(true);
  expect(isFastGlob(`!${glob}`)).toBe(true);
});

it("decides at once about any path that can be opened, with any glob that it takes", () => {
  const project = { roots: {}, output: "generated", specPatterns: usual.flatMap(protectedBy) };
  const protects = protection({ projectDir: "/p", project });
  for (const part of ["a", "-a", "/tools.d/a", "/a", "tools.d/", "tools.d/a-", "a.yaml"]) {
    const real = `/p/${"tools.d/a".concat(part.repeat(longestPath)).slice(0, longestPath - 3)}`;
    const visited = real.split("/").map((_step, i, steps) => steps.slice(0, i + 1).join("/"));
    expect(typeof protects({ ok: true, real, visited, links: 0, throughProc: false })).toBe("string");
  }
}, 60_000);
