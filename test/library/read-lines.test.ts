import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readLines } from "../../library/files/read-lines.js";
import { temporaryFolder } from "../kit/temporary-folder.js";

const { signal } = new AbortController();
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("\n", "\r\n", "\r", "a line\n", "", "ä", "😀", "\uFEFF") },
  fc.string(),
  fc.tuple(fc.constantFrom("x", "😀", "ab\r"), fc.integer({ min: 990, max: 2100 })).map(([text, times]) => text.repeat(times)),
  fc.integer({ min: 1, max: 2100 }).map((times) => "short\n".repeat(times)),
);
const content = fc.oneof(
  { weight: 6, arbitrary: fc.array(piece, { maxLength: 12 }).map((pieces) => Buffer.from(pieces.join(""))) },
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
);
const encoding = fc.constantFrom(
  { name: "utf-8", bom: false } as const,
  { name: "utf-8", bom: true } as const,
  { name: "latin1", bom: false } as const,
  { name: "utf-16le", bom: true } as const,
);

it("returns the same lines of a small file that was read as of one that it reads in parts", async () => {
  const path = join(temporaryFolder(), "file");
  const from = fc.integer({ min: 1, max: 2200 });
  const range = fc.record({ from: fc.oneof(fc.constant(1), from), to: fc.option(from, { nil: undefined }) });
  await fc.assert(
    fc.asyncProperty(content, encoding, range, async (whole, kind, { from: first, to }) => {
      writeFileSync(path, whole);
      const wanted = { encoding: kind, from: first, to: to === undefined ? to : first + to, signal };
      expect(await readLines(path, { ...wanted, whole })).toEqual(await readLines(path, wanted));
    }),
    { numRuns: 300 },
  );
});
