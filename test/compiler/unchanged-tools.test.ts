import { syncBuiltinESMExports } from "node:module";
import zlib from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { checkSources } from "../../src/compiler/check.js";
import { openCheckCache } from "../../src/compiler/check-cache.js";
import { compile } from "../../src/compiler/compile.js";
import { openModuleCache, openToolTextCache } from "../../src/compiler/text-caches.js";
import { assets } from "../kit/compiled.js";
import { memoryHost } from "../kit/memory-host.js";

const unpacked: string[] = [];

const { inflateRawSync } = zlib;

beforeAll(() => {
  zlib.inflateRawSync = (packed) => {
    const text = inflateRawSync(packed);
    unpacked.push(text.toString());
    return text;
  };
  syncBuiltinESMExports();
});

afterAll(() => {
  zlib.inflateRawSync = inflateRawSync;
  syncBuiltinESMExports();
});

beforeEach(() => {
  unpacked.length = 0;
});

const spec = (name: string, description: string) =>
  `name: ${name}\ndescription: ${description}\nkind: read\nschema:\n  properties:\n    text: { type: string }\ncommand: echo {{text}}\n`;

it("reads nothing but the heads of unchanged tools", async () => {
  const files = Object.fromEntries(["a", "b", "c"].map((name) => [`tools.d/${name}.yaml`, spec(name, "One.")]));
  const host = memoryHost({ "toolgen.yaml": "version: 1\ntargets: { docs: {}, providers: { formats: [openai] } }\n", ...files });
  const build = async () => {
    const memory = await openCheckCache(host, { build: "b", check: checkSources });
    const recall = await openModuleCache(host, "b");
    const { part, save } = await openToolTextCache(host, { build: "b", keyOf: memory.keyOf });
    const [compilation, diagnostics] = await compile(host, assets, { check: memory.check, recall, part });
    for (const saveAll of [memory.save, recall.save, save]) await saveAll({ forget: true });
    return { compilation, codes: diagnostics.map(({ code, message }) => `${code}: ${message}`) };
  };
  expect(await build()).toMatchObject({ codes: [] });
  host.files.set("tools.d/b.yaml", spec("b", "Two."));
  unpacked.length = 0;
  const { compilation, codes } = await build();
  expect({ codes, tools: compilation.model.tools.length, unpacked }).toEqual({ codes: [], tools: 3, unpacked: [] });
  expect(compilation.files.length).toBeGreaterThan(10);
});
