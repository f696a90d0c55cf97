import { expect, it } from "vitest";
import { compiledTool } from "../../../kit/compiled.js";

const properties = {
  dir: { type: "string" },
  fast: { type: "boolean" },
  place: { type: "object", properties: { dir: { type: "string" } } },
  parts: { type: "array", items: { type: "object", properties: { name: { type: "string" } } } },
};

async function cwdProblems(cwd: string, paths: unknown) {
  const { diagnostics } = await compiledTool(
    JSON.stringify({
      name: "t",
      description: "d",
      kind: "read",
      schema: { properties },
      paths,
      cwd,
      command: ["prog", "{{json @params}}"],
    }),
  );
  return diagnostics.map(({ code, message }) => [code, /'([^']*)'/.exec(message)?.[1]]);
}

it.each([
  ["{{dir}}", { dir: "read" }],
  ["{{place.dir}}/sub", { "place.dir": "read" }],
  ["{{#if fast}}fast{{else}}slow{{/if}}", {}],
  ["{{#each parts}}{{this.name}}/{{/each}}", { "parts[].name": "read" }],
])("takes %s for a working directory whose parameters are in paths", async (cwd, paths) => {
  expect(await cwdProblems(cwd, paths)).toEqual([]);
});

it.each([
  ["{{dir}}", {}, "dir"],
  ["{{#if dir}}x/{{dir}}{{/if}}", {}, "dir"],
  ["{{place.dir}}", { dir: "read" }, "place.dir"],
  ["{{#each parts}}{{this.name}}/{{/each}}", {}, "parts.name"],
])("wants what %s puts into the working directory to be in paths", async (cwd, paths, name) => {
  expect(await cwdProblems(cwd, paths)).toEqual([["cwd-not-a-path", name]]);
});

it("says nothing of the working directory where `paths` itself is wrong", async () => {
  expect(await cwdProblems("{{dir}}", { dir: "reed" })).toEqual([["unknown-value", "reed"]]);
});
