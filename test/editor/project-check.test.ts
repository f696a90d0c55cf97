import { expect, it } from "vitest";
import { overlayHost } from "../../src/contract/host.js";
import { projectChecker, SupersededError } from "../../src/editor/project-check.js";
import { memoryHost } from "../kit/memory-host.js";

const spec = (name: string, kind = "read") => `name: ${name}\ndescription: Say it.\nkind: ${kind}\ncommand: [ls]\n`;

it("checks unsaved texts in place of files, and files that aren't saved yet", async () => {
  const disk = memoryHost({ "tools.d/a.yaml": spec("a", "wrong") });
  const check = projectChecker({ version: "0.1.0" });
  const codes = async (texts: Readonly<Record<string, string>>) => {
    const result = await check(overlayHost(disk, new Map(Object.entries(texts))), () => false);
    return result?.diagnostics.map(({ path, code }) => `${path} ${code}`);
  };
  expect(await codes({})).toEqual(["tools.d/a.yaml unknown-kind"]);
  expect(await codes({ "tools.d/a.yaml": spec("a") })).toEqual([]);
  expect(await codes({ "tools.d/a.yaml": spec("a"), "tools.d/new/b.yaml": spec("a") })).toEqual(["tools.d/new/b.yaml duplicate-tool"]);
  expect(await codes({ "tools.d/a.yaml": spec("a"), "toolgen.yaml": "version: 2\n" })).toEqual(["toolgen.yaml bad-value"]);
  // A fragment changes what another file means.
  const extending = `${spec("a")}extends: [f]\n`;
  expect(await codes({ "tools.d/a.yaml": extending, "tools.d/f.yaml": "fragment: f\ntimeout: 1s\n" })).toEqual([]);
  expect(await codes({ "tools.d/a.yaml": extending, "tools.d/f.yaml": "fragment: f\ntimeout: soon\n" })).toContainEqual(
    expect.stringContaining("tools.d/f.yaml"),
  );
});

it("ends a check that newer text has made useless", async () => {
  const disk = memoryHost(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`tools.d/t${i}.yaml`, spec(`t${i}`)])));
  let asked = 0;
  await expect(projectChecker({ version: "0.1.0" })(disk, () => ++asked > 2)).rejects.toThrow(SupersededError);
  expect(asked).toBe(3);
});

it("refuses to write through an editor's view", async () => {
  const host = overlayHost(memoryHost({}), new Map());
  await expect(host.write({ path: "x", text: "", executable: false })).rejects.toThrow("read-only");
  await expect(host.remove("x")).rejects.toThrow("read-only");
  expect(host.folder).toBeUndefined();
});
