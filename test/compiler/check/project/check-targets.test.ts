import { expect, it } from "vitest";
import { printToolList } from "../../../../src/call/find-tool.js";
import { targetNames } from "../../../../src/compiler/model.js";
import { compiled } from "../../../kit/compiled.js";

const spec = (name: string, more = "") => `name: ${name}\ndescription: d\nkind: read\ncommand: [wc]\n${more}`;
const specs = {
  "a.yaml": spec("alpha", "toolsets: [git]\nnameAliases: [first]\n"),
  "b.yaml": spec("beta", "toolsets: [git, web]\n"),
  "c.yaml": spec("gamma"),
};

async function selected(targets: string, more: Readonly<Record<string, string>> = {}) {
  const { model, files, diagnostics } = await compiled({ "toolgen.yaml": `version: 1\ntargets:\n${targets}`, ...specs, ...more });
  const text = (path: string) => files.find((file) => file.path === path)?.text ?? "";
  const listed = () => printToolList(text("bin/tools.json"), "canonical", new Set(JSON.parse(text("mcp/server.json")).excluded));
  return {
    model,
    text,
    listed,
    paths: files.map(({ path }) => path),
    said: diagnostics.map(({ code, line, message }) => [code, line, message]),
  };
}

const names = (json: string) => (JSON.parse(json) as readonly { readonly name: string }[]).map(({ name }) => name);

it("leaves tools out of one target by name and by toolset, and keeps them in the others", async () => {
  const { text, listed, paths, said } = await selected(
    "  gemini: { exclude: [git] }\n  mcp: { include: [alpha, gamma] }\n  classes: { exclude: [gamma] }\n",
  );
  expect(said).toEqual([]);
  expect(names(text("gemini/discovery.json"))).toEqual(["gamma"]);
  expect(text("gemini/policies.toml")).not.toContain("alpha");
  expect(names(listed())).toEqual(["alpha", "gamma"]);
  expect(JSON.parse(text("mcp/server.json"))).toMatchObject({ excluded: ["beta"] });
  expect(paths.filter((path) => path.startsWith("tools/"))).toEqual([
    "tools/_runtime.ts",
    ...["alpha", "beta"].map((name) => `tools/${name}.ts`),
    "tools/index.ts",
  ]);
  expect(text("tools/index.ts")).not.toContain("gamma");
  expect(names(printToolList(text("bin/tools.json"), "canonical", new Set()))).toEqual(["alpha", "beta", "gamma"]);
});

it("takes `toolset:` where a toolset is called as a tool is", async () => {
  const more = { "d.yaml": spec("git") };
  expect((await selected("  mcp: { exclude: ['toolset:git'] }\n", more)).model.excluded.mcp).toEqual(["alpha", "beta"]);
  expect((await selected("  mcp: { exclude: [git] }\n", more)).model.excluded.mcp).toEqual(["alpha", "beta", "git"]);
});

it("leaves out of `mcp` what isn't read-only", async () => {
  const more = { "d.yaml": spec("push").replace("read", "edit"), "e.yaml": spec("wipe", "toolsets: [git]\nrisk: dangerous\n") };
  expect((await selected("  mcp: { readOnly: true }\n", more)).model.excluded.mcp).toEqual(["push", "wipe"]);
  expect((await selected("  mcp: { include: [git], readOnly: true }\n", more)).model.excluded.mcp).toEqual(["gamma", "push", "wipe"]);
  expect((await selected("  mcp: { readOnly: false }\n", more)).model.excluded.mcp).toEqual([]);
  const { said } = await selected("  mcp: { include: [push], readOnly: true }\n", more);
  expect(said).toEqual([["empty-target", 3, expect.any(String)]]);
});

it("lets `exclude` win over `include`", async () => {
  expect((await selected("  mcp: { include: [git], exclude: [web] }\n")).model.excluded.mcp).toEqual(["beta", "gamma"]);
});

it("takes what comes with a background tool along", async () => {
  const more = { "d.yaml": spec("serve", "background: true\n").replace("read", "execute") };
  const { model } = await selected(
    "  mcp: { exclude: [serve] }\n  gemini: { include: [serve] }\n  classes: { exclude: [serve_stop] }\n",
    more,
  );
  expect(model.excluded).toMatchObject({
    mcp: ["serve", "serve_output", "serve_stop"],
    gemini: ["alpha", "beta", "gamma"],
    classes: ["serve_stop"],
    pi: [],
  });
});

it("reports a name that no tool and no toolset has, with the closest one", async () => {
  const { said, paths } = await selected("  mcp:\n    include:\n      - alhpa\n    exclude: [beta, toolset:gti]\n");
  expect(said).toEqual([
    ["unknown-selection", 5, "There is no tool or toolset 'alhpa'. Did you mean 'alpha'?"],
    ["unknown-selection", 6, "There is no tool or toolset 'toolset:gti'. Did you mean 'toolset:git'?"],
  ]);
  expect(paths).toEqual([]);
});

it.each(targetNames)("warns if %s has no tools, and writes complete outputs", async (target) => {
  const needed = target === "package" ? "name: x, " : "";
  const { said, text, listed } = await selected(`  ${target}: { ${needed}include: [gamma], exclude: [gamma] }\n`);
  expect(said).toEqual([["empty-target", 3, `The target '${target}' has no tools.`]]);
  expect(names(target === "gemini" ? listed() : text("gemini/discovery.json"))).toEqual(["alpha", "beta", "gamma"]);
  if (target === "gemini") expect(names(text("gemini/discovery.json"))).toEqual([]);
  if (target === "pi") expect(names(text("pi/tools.json"))).toEqual([]);
  if (target === "mcp") expect(names(listed())).toEqual([]);
});

it("builds for pi only where toolgen.yaml names it, and needs no spec of what it overrides", async () => {
  const isPi = (path: string) => path.startsWith("pi/");
  expect((await selected("  mcp: {}\n")).paths.filter(isPi)).toEqual([]);
  expect((await selected("  pi: {}\n")).paths.filter(isPi)).toContain("pi/extension.js");
  expect((await selected("  pi: { overrides: [bash] }\n")).said).toEqual([]);
});

it("makes classes on Gemini CLI's core of the tools that both targets hold", async () => {
  const { paths } = await selected("  gemini: { classes: true, exclude: [alpha] }\n  classes: { exclude: [beta] }\n");
  const modules = paths.filter((path) => path.startsWith("gemini/classes/") && path.endsWith(".ts"));
  expect(modules).toEqual(["gemini/classes/gamma.ts", "gemini/classes/index.ts"]);
});

it("writes the same outputs without a selection as with one that takes everything", async () => {
  const whole = await compiled({ "toolgen.yaml": "version: 1\n", ...specs });
  const named = await compiled({ "toolgen.yaml": "version: 1\ntargets: { mcp: { include: [git, gamma] } }\n", ...specs });
  // A target that is named has the list that clients get in a file of its own.
  const { path, text } = named.files.find((file) => file.path === "mcp/tools.json") ?? {};
  expect([path, JSON.parse(text ?? "[]").length]).toEqual(["mcp/tools.json", Object.keys(specs).length]);
  expect(named.files.filter((file) => file.path !== path)).toEqual(whole.files);
});
