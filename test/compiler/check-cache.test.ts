import { expect, it } from "vitest";
import { openCheckCache } from "../../src/compiler/check-cache.js";
import { gatherFragments } from "../../src/compiler/fragments.js";
import { compiled } from "../kit/compiled.js";
import { memoryHost } from "../kit/memory-host.js";

it("remembers by fragments that share one large file", async () => {
  const text = Array.from({ length: 10_000 }, (_, i) => `---\nfragment: f${i}\ntimeout: 5s\n# ${"x".repeat(40)}\n`).join("");
  const source = { path: "tools.d/f.yaml", text };
  const [fragments] = gatherFragments([source], []);
  expect(fragments.size).toBe(10_000);
  const { model } = await compiled({});
  const memory = await openCheckCache(memoryHost({}), {
    build: "b",
    check: async () => [{ tools: [], prompts: [], resources: [], claims: [], diagnostics: [] }],
  });
  expect(await memory.check([source], { project: model.project, fragments })).toHaveLength(1);
});
