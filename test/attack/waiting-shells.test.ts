import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { repeat } from "../kit/repeat.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { observing, perl, type ServedCall, ServedSession, shells } from "../runtime/process/served/served-session.js";
import { canary, hostileText } from "./values.js";

const base = temporaryFolder("waiting");
const [bin, log] = [join(base, "bin"), join(base, "log")];
/** Folders whose names are hostile too. */
const folders = [base, bin, join(base, "-"), join(base, `$(${canary})`), join(base, "a\nb 'c'")];
for (const folder of [...folders.slice(1)]) mkdirSync(folder);
for (const folder of folders) {
  writeFileSync(join(folder, canary), `#!/bin/sh\necho ran >> ${log}\n`);
  chmodSync(join(folder, canary), 0o755);
}

const sessions = new Map(shells.map((shell) => [shell, new ServedSession(shell)]));
const sessionOf = (shell: string) => sessions.get(shell) as ServedSession;
afterAll(async () => {
  for (const session of sessions.values()) await session.end();
});

const printable = fc.string({ unit: fc.constantFrom(..."\t\n !\"#$%&'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~"), maxLength: 30 });
const value = fc.oneof(
  { weight: 4, arbitrary: printable },
  { weight: 4, arbitrary: hostileText.filter((text) => !text.includes("\0")) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "",
      "\n",
      "é",
      "€\u{1f600}",
      "\ud800",
      "\u0001",
      "\u007f",
      "+",
      "p",
      "n",
      "x".repeat(3000),
      "y".repeat(100_000),
    ),
  },
);
const names = [
  "TOKEN",
  "line",
  "text",
  "x",
  "IFS",
  "PATH_EXTRA",
  "ENV",
  "BASH_ENV",
  "PS4",
  "SECONDS",
  "RANDOM",
  "HOME",
  "a.b",
  "_x",
  "PWD",
  "TZ",
];
/** Shells that get these make a value of their own of them. */
const changing = new Set(["RANDOM", "SECONDS"]);
const input = fc.option(
  fc.oneof(
    value,
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString("latin1")),
    fc.constant("z".repeat(100_000)),
  ),
  { nil: undefined },
);

const served: fc.Arbitrary<ServedCall> = fc
  .record({
    words: fc.array(value, { maxLength: 8 }),
    env: fc.dictionary(
      fc.constantFrom(...names),
      value.map((text) => text.slice(0, 1000)),
      { maxKeys: 3 },
    ),
    cwd: fc.constantFrom(...folders),
    stdin: input,
  })
  .map(({ words, env, cwd, stdin }) => ({
    ...observing(...words),
    cwd,
    env: { PATH: `${bin}:.:/usr/bin:/bin`, ...Object.fromEntries(Object.entries(env).filter(([name]) => !changing.has(name))) },
    ...(stdin !== undefined && { stdin }),
  }));

it.skipIf(perl === undefined).each(shells)(
  "gives a program in a waiting shell exactly what the call says, and runs nothing else: %s",
  async (shell) => {
    const waited: boolean[] = [];
    const property = fc.asyncProperty(served, async (one) => {
      const { alone, served, hasWaited } = await sessionOf(shell).compare(one);
      waited.push(hasWaited);
      expect(served).toEqual(alone);
      expect(existsSync(log)).toBe(false);
    });
    await fc.assert(property, { numRuns: repeat({ usual: 40, soak: 1000, long: 4000 }) });
    const count = waited.filter((one) => one).length;
    expect(count).toBeGreaterThan(waited.length / 10);
    expect(count).toBeLessThan(waited.length);
  },
);
