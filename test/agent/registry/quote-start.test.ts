import { expect, it } from "vitest";
import { firstOutput, lastOutput } from "../../../src/contract/display-text.js";

const secret = "s3cr3t-value";

it("shows the beginning and the end of an output without a part of a word, wherever the cut is", () => {
  for (let length = 0; length < secret.length + 3; length++) {
    const [start, end] = [
      `${"a ".repeat(35)}${"b".repeat(length)} ${secret} more words`,
      `words ${secret} ${"b ".repeat(195)}${"c".repeat(length)}`,
    ];
    for (const shown of [firstOutput(start), lastOutput(end) ?? ""]) {
      const rest = shown.replaceAll(secret, "");
      expect(rest).not.toMatch(/s3c|3cr|cr3|r3t|3t-|-va|lue|ue /);
      expect(rest.length).toBeGreaterThan(40);
    }
  }
});

it("keeps a short output whole", () => {
  expect([firstOutput(" Listening\n"), lastOutput(" one\ntwo \n"), lastOutput(" \n")]).toEqual(['"Listening"', "one | two", undefined]);
});
