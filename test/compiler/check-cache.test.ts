import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { recordingHost } from "../../src/compiler/build-stamp.js";
import { checkSources } from "../../src/compiler/check.js";
import { openCheckCache } from "../../src/compiler/check-cache.js";
import { compile } from "../../src/compiler/compile.js";
import { gatherFragments } from "../../src/compiler/fragments.js";
import { nodeHost } from "../../src/contract/node-host.js";
import { assets, compiled } from "../kit/compiled.js";
import { memoryHost } from "../kit/memory-host.js";
import { projectOf, sayTool } from "../kit/project.js";

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

it("doesn't open a spec that hasn't changed since the build before, unless it may define a fragment", async () => {
  const named = (name: string) => sayTool.replace("name: say", `name: ${name}`).replace("[speak]", "[]");
  const folder = projectOf({
    "tools.d/a.yaml": named("a"),
    "tools.d/b.yaml": named("b"),
    "tools.d/c.yaml": `# No fragment.\n${named("c")}`,
  });
  const opened = new Set<string>();
  const disk = nodeHost(folder);
  const host = { ...disk, read: (path: string) => disk.read(opened.add(path) && path) };
  const build = async () => {
    opened.clear();
    const results = await openCheckCache(host, { build: "b", check: checkSources });
    const recorded = recordingHost(host, { known: results.known });
    const [{ model }] = await compile(recorded.host, assets, { check: results.check, handlers: "leave" });
    await results.save({ forget: true });
    await results.saveKnown(recorded.marks);
    return { tools: model.tools.map(({ name }) => name), opened: [...opened].filter((path) => path.startsWith("tools.d/")).sort() };
  };
  expect(await build()).toEqual({ tools: ["a", "b", "c"], opened: ["tools.d/a.yaml", "tools.d/b.yaml", "tools.d/c.yaml"] });
  expect(await build()).toEqual({ tools: ["a", "b", "c"], opened: ["tools.d/c.yaml"] });
  writeFileSync(join(folder, "tools.d/b.yaml"), named("renamed"));
  expect(await build()).toEqual({ tools: ["a", "c", "renamed"], opened: ["tools.d/b.yaml", "tools.d/c.yaml"] });
});

const said = (name: string, more = "") => `${sayTool.replace("name: say", `name: ${name}`).replace("[speak]", "[]")}${more}`;

/** Texts that another program writes to a spec while a build runs: `undefined` if it removes the spec. */
const writes: Readonly<Record<string, string | undefined>> = {
  "another name": said("other"),
  "another name of the same length": said("c"),
  "toolgen's fragments": said("b", "# std/\n"),
  "a fragment": "fragment: timed\ntimeout: 5s\n",
  "an error": said("b", "kind: none\n"),
  "an empty file": "",
  "no file": undefined,
};

it("notes nothing wrong of a spec that is written after its mark was seen, and before it is read", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(writes)), fc.constantFrom("a setting", "a fragment"), async (kind, change) => {
      const folder = projectOf({
        "tools.d/a.yaml": said("a"),
        "tools.d/b.yaml": said("b"),
        "tools.d/f.yaml": "fragment: f\ntimeout: 5s\n",
      });
      const spec = join(folder, "tools.d/b.yaml");
      const put = (text: string | undefined) => (text === undefined ? rmSync(spec) : writeFileSync(spec, text));
      const disk = nodeHost(folder);
      const build = async (before = () => {}) => {
        let meanwhile: (() => void) | undefined = before;
        const host = {
          ...disk,
          readNow: (path: string) => {
            meanwhile?.();
            meanwhile = undefined;
            return disk.readNow?.(path);
          },
        };
        const results = await openCheckCache(host, { build: "b", check: checkSources });
        const recorded = recordingHost(host, { known: results.known });
        const [{ model }, found] = await compile(recorded.host, assets, { check: results.check, handlers: "leave" });
        await results.save({ forget: true });
        await results.saveKnown(recorded.marks);
        return { tools: model.tools.map(({ name }) => name), found: found.map(({ code, path }) => [code, path]) };
      };
      const clean = async () => {
        const [{ model }, found] = await compile(disk, assets, { handlers: "leave" });
        return { tools: model.tools.map(({ name }) => name), found: found.map(({ code, path }) => [code, path]) };
      };
      expect(await build()).toEqual(await clean());
      if (change === "a setting") writeFileSync(join(folder, "toolgen.yaml"), "env: [VARIABLE]\n");
      else writeFileSync(join(folder, "tools.d/f.yaml"), "fragment: f\ntimeout: 6s\n");
      let interposals = 0;
      const interposed = await build(() => {
        interposals++;
        put(writes[kind]);
      });
      expect(interposals).toBe(1);
      if (kind === "no file") expect(interposed).toEqual(await clean());
      // Right after it, because a build forgets the results that it doesn't use.
      writeFileSync(spec, said("b"));
      expect(await build()).toEqual(await clean());
      put(writes[kind]);
      expect(await build()).toEqual(await clean());
    }),
    { numRuns: 14 },
  );
});
