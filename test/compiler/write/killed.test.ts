import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type Host, temporarySuffix } from "../../../src/contract/host.js";
import { repeat, sampled } from "../../kit/repeat.js";
import { build, type Outputs, project } from "./output-folder.js";

class Killed extends Error {}

/**
 * A host whose process dies at its n-th change of the disk: before it, after it, or half way through a write, when the temporary file
 * is there and isn't complete.
 */
function dying(host: Host, root: string, death: { readonly at: number; readonly when: "before" | "within" | "after" }): Host {
  let changes = 0;
  const change = async (path: string, text: string | undefined, action: () => Promise<void>) => {
    if (changes++ !== death.at) return action();
    if (death.when === "within" && text !== undefined) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path + temporarySuffix), text.slice(0, text.length / 2));
    }
    if (death.when === "after") await action();
    throw new Killed();
  };
  return {
    ...host,
    write: (file) => change(file.path, file.text, () => host.write(file)),
    remove: (path) => change(path, undefined, () => host.remove(path)),
  };
}

/** Builds until killed; false if the build came to its end. */
async function killed(host: Host, outputs: Outputs, options: Parameters<typeof build>[2] = {}): Promise<boolean> {
  try {
    await build(host, outputs, options);
    return false;
  } catch (error) {
    if (error instanceof Killed) return true;
    throw error;
  }
}

const fresh = async (outputs: Outputs) => {
  const clean = project();
  await clean.build(outputs);
  return clean.files();
};

const moments = ["before", "within", "after"] as const;

const FIRST = { same: "1", changed: "1", "gone/a": "1", "gone/b": "1", "*program": "1", turns: "1" };
const SECOND = { same: "1", changed: "2", "new/a": "2", "new/b": "2", "*program": "2", "turns/into/folder": "2" };
const THIRD = { same: "3", "new/a": "3", "third/c": "3", gone: "3" };

for (const when of moments) {
  it(`repairs a build killed ${when} any of its changes, for the same and for other specs`, async () => {
    const expected = new Map<Outputs, unknown>([
      [FIRST, await fresh(FIRST)],
      [SECOND, await fresh(SECOND)],
      [THIRD, await fresh(THIRD)],
    ]);
    let deaths = 0;
    for (const next of sampled([SECOND, FIRST, THIRD], { usual: 2 })) {
      for (let at = 0; ; at++) {
        const { host, root, build: real, files } = project();
        await real(FIRST);
        if (!(await killed(dying(host, root, { at, when }), SECOND))) break;
        deaths++;
        const { problems } = await real(next);
        expect(problems, `killed ${when} change ${at}`).toEqual([]);
        expect(files(), `killed ${when} change ${at}`).toEqual(expected.get(next));
      }
    }
    expect(deaths).toBeGreaterThan(20);
  });
}

it("repairs any series of killed builds, beside files of other programs", async () => {
  const path = fc.constantFrom("a", "b", "c/d", "c/e", "f/g/h", "*i");
  const outputs = fc.dictionary(path, fc.constantFrom("1", "2", "3"), { maxKeys: 6 });
  const death = fc.record({ outputs, at: fc.nat(12), when: fc.constantFrom(...moments) });
  await fc.assert(
    fc.asyncProperty(fc.array(death, { maxLength: 4 }), outputs, async (deaths, last) => {
      const { host, root, build: real, files, put } = project();
      put("generated/c/mine", "mine");
      for (const { outputs, at, when } of deaths) await killed(dying(host, root, { at, when }), outputs);
      expect((await real(last)).problems).toEqual([]);
      expect(files()).toEqual({ ...(await fresh(last)), "generated/c/mine": "mine" });
    }),
    { numRuns: repeat({ usual: 15, soak: 600 }) },
  );
});

/** A host that knows what it changed since a build came to its end, as marks of files tell. */
function noting(host: Host) {
  const known = new Set<string>();
  const touch = (path: string) => known.delete(path);
  return {
    untouched: known,
    /** After a build that came to its end. */
    settle: (outputs: Outputs) => {
      for (const path of [".toolgen-manifest.json", ...Object.keys(outputs)]) known.add(`generated/${path.replace("*", "")}`);
    },
    host: {
      ...host,
      write: async (file: Parameters<Host["write"]>[0]) => {
        touch(file.path);
        await host.write(file);
      },
      remove: async (path: string) => {
        touch(path);
        await host.remove(path);
      },
    },
  };
}

it("repairs them too if builds skip outputs that haven't changed since the last complete build", async () => {
  const path = fc.constantFrom("a", "b", "c/d", "c/e", "f/g/h", "*i");
  const outputs = fc.dictionary(path, fc.constantFrom("1", "2", "3"), { maxKeys: 6 });
  const death = fc.record({ outputs, at: fc.nat(20), when: fc.constantFrom(...moments) });
  await fc.assert(
    fc.asyncProperty(fc.array(death, { maxLength: 5 }), outputs, async (deaths, last) => {
      const { host: real, root, files } = project();
      const { host, untouched, settle } = noting(real);
      for (const { outputs, at, when } of deaths)
        if (!(await killed(dying(host, root, { at, when }), outputs, { untouched: new Set(untouched) }))) settle(outputs);
      expect((await build(host, last, { untouched: new Set(untouched) })).problems).toEqual([]);
      expect(files()).toEqual(await fresh(last));
    }),
    { numRuns: repeat({ usual: 15, soak: 600 }) },
  );
});
