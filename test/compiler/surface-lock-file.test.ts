import { expect, it } from "vitest";
import { compareSurfaces, surfaceOfModel } from "../../src/compiler/compare-surfaces.js";
import type { Surface } from "../../src/compiler/surface/surface.js";
import { acceptChanges, parseSurfaceLock, printSurfaceLock } from "../../src/compiler/surface-lock.js";
import { needsAcceptance } from "../../src/contract/surface-change.js";
import { compiled } from "../kit/compiled.js";

const spec = (name: string, rest = "") => `name: ${name}\ndescription: d\nkind: read\nrisk: safe\ncommand: [wc]\n${rest}`;
const surfaceOf = async (...specs: readonly string[]) =>
  surfaceOfModel((await compiled(Object.fromEntries(specs.map((text, i) => [`${i}.yaml`, text])), [])).model);

function merged(locked: Surface, current: Surface, isAccepted = false): readonly string[] {
  const changes = compareSurfaces(locked, current);
  const next = acceptChanges(locked, current, { changes, pending: isAccepted ? [] : changes.filter(needsAcceptance) });
  return Object.entries(next.tools).map(([name, tool]) => `${name}: ${tool.description}, ${tool.scopes.join()}`);
}

it("reads what it prints", async () => {
  const surface = await surfaceOf(spec("a", "scopes: [x]\n"), spec("b", "output: { format: json, schema: { type: object } }\n"));
  expect(parseSurfaceLock(printSurfaceLock(surface))).toEqual({ ok: true, surface });
});

it("refuses a lock that it can't compare, and says why", async () => {
  const text = printSurfaceLock(await surfaceOf(spec("a")));
  const reason = (changed: string) => parseSurfaceLock(changed);
  expect(reason(`<<<<<<< HEAD\n${text}`)).toEqual({ ok: false, reason: "it contains merge conflicts" });
  const pointer = reason("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n");
  expect(pointer).toEqual({ ok: false, reason: expect.stringContaining("`git lfs pull`") });
  expect(reason(text.slice(0, 50))).toEqual({ ok: false, reason: "it is not a JSON object" });
  expect(reason(text.replace('"version": 1', '"version": 7'))).toEqual({ ok: false, reason: "it has version 7, and this toolgen reads 1" });
  expect(reason(text.replace('"nameAliases": []', '"nameAliases": [1]'))).toEqual({
    ok: false,
    reason: "'tools.a.nameAliases' is missing or has the wrong type",
  });
  expect(reason(text.replace('"level": "safe",', ""))).toEqual({
    ok: false,
    reason: "'tools.a.risk.level' is missing or has the wrong type",
  });
});

it("takes compatible changes, and keeps the old form of tools with other changes until these are accepted", async () => {
  const locked = await surfaceOf(spec("a"), spec("b"));
  const current = await surfaceOf(spec("a").replace("description: d", "description: e"), spec("b", "scopes: [x]\n"), spec("c"));
  expect(merged(locked, current)).toEqual(["a: e, ", "b: d, ", "c: d, "]);
  expect(merged(locked, current, true)).toEqual(["a: e, ", "b: d, x", "c: d, "]);
});

it("keeps a tool that is gone, and the old name of one whose renamed form isn't accepted", async () => {
  const locked = await surfaceOf(spec("a"), spec("b"));
  const current = await surfaceOf(spec("c", "nameAliases: [b]\nscopes: [x]\n"));
  expect(merged(locked, current)).toEqual(["a: d, ", "b: d, "]);
  expect(merged(locked, current, true)).toEqual(["c: d, x"]);
});
