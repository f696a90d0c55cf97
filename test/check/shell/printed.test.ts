import { expect, it } from "vitest";
import { build } from "./canary.js";

// What is printed without quotes becomes several words: the second may be an option.
it.each(["ls $(echo {{x}})", "git log $(echo {{x}} | tr a b)", 'w={{x}}; ls $(echo "$w")', "f() { wc $(cat {{p}}); }; f"] as const)(
  "refuses what may become an option: %s",
  async (script) => {
    const { errors } = await build("sh", script, { allowLeadingDash: ["x"] });
    expect(errors).not.toEqual([]);
  },
);

it.each([
  'ls -- "$(echo {{x}})"',
  "ls $(date) {{x}}",
  "echo $(echo {{x}})",
  'for f in $(echo {{x}}); do echo "$f"; done',
  "head -n $(wc -l < {{p}}) {{p}}",
  "ls $(echo {{e}} {{n}})",
] as const)("takes what stays one word, or is the author's: %s", async (script) => {
  const { errors } = await build("sh", script, { allowLeadingDash: ["x"] });
  expect(errors.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
});
