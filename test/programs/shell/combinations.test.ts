import fc from "fast-check";
import { expect, it } from "vitest";
import { repeat } from "../../kit/repeat.js";
import { build } from "./canary.js";

/** Constructs that print a value. */
const sources = [
  "printf '%s\\n' {{x}}",
  'echo "a {{x}}"',
  "cat {{p}}",
  "cat < {{p}}",
  'printf %s "$w"',
  "k {{x}}",
  "cat f",
  "git show HEAD:{{x}}",
];
const before = "w={{x}}; k() { printf '%s\\n' \"$1\"; }; printf %s {{x}} > f";

const wrappers = [
  ...["%", "env %", "env A=b -u C %", "timeout 5 %", "timeout -k 1 5 %", "nice -n 5 %", "nohup %", "setsid -w %", "stdbuf -oL %"],
  ...["flock /tmp %", "command %", "sudo -u me %", "docker exec -i box %", "docker run -i --rm image %", "kubectl exec -i pod -- %"],
  ...["ssh -p 22 host %", "time -p %", "timeout 5 env nice %", "/usr/bin/env %", "busybox %", "chroot / %", "unshare %", "strace -f %"],
];
const readers = [
  "sh",
  "bash -s",
  "bash -",
  "sh /dev/stdin",
  "bash -o posix",
  "bash +O extglob -s a",
  "/bin/sh",
  "python3",
  "python3 -",
  "perl",
  "node -",
];
const shells = ["sh", "bash", "/bin/dash"];

/** How what `S` prints comes to the program `T`, in its input and in its arguments. */
const inputs = [
  "S | T",
  "S | cat | T",
  "S | { T; }",
  "S | tee g | T",
  "T < <(S)",
  "S > g; T < g",
  "S > g; cat g | T",
  'v=$(S); printf "%s\\n" "$v" | T',
  'v=$(S); T <<< "$v"',
  "k2() { T; }; S | k2",
  "T <<E\n$(S)\nE\n",
  "exec 3< <(S); T <&3",
  'S | while IFS= read -r l; do printf "%s\\n" "$l"; done | T',
  "S | if true; then T; fi",
  "S > >(T)",
];
const texts = [
  'T -c "$(S)"',
  'v=$(S); T -c "$v"',
  'T -c "echo a; $(S)"',
  'T -c \'eval "$1"\' x "$(S)"',
  'T -c \'sh -c "$1"\' x "$(S)"',
  'export V="$(S)"; T -c \'eval "$V"\'',
  "S > g; T g",
  "S > g; T ./g a",
  "T <(S)",
  "S | xargs -0 T -c",
  "S | xargs -0 T -c 'eval \"$0\"'",
  "S | xargs -I{} T -c 'echo {}'",
  "S | T -c sh",
  "S | T -c 'IFS= read -r l; eval \"$l\"'",
];

const combined = (ways: readonly string[], programs: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...ways), fc.constantFrom(...sources), fc.constantFrom(...wrappers), fc.constantFrom(...programs))
    .map(([way, source, wrapper, program]) => {
      const started = wrapper.replace("%", program);
      return `${before}\n${way.replaceAll(/\b[ST]\b/g, (name) => (name === "S" ? source : started))}`;
    });

it.each([
  ["input", combined(inputs, readers)],
  ["arguments", combined(texts, shells)],
] as const)("refuses what prints a value in the %s of an interpreter, behind every wrapper", async (_, scripts) => {
  await fc.assert(
    fc.asyncProperty(scripts, async (script) => {
      const { errors } = await build("bash", script);
      expect(errors.length).toBeGreaterThan(0);
    }),
    process.env.RUNS === undefined
      ? { numRuns: repeat({ usual: 40, soak: 1_000, long: 5_000 }), seed: 1 }
      : { numRuns: Number(process.env.RUNS) },
  );
});

it("builds what these are made of", async () => {
  for (const source of sources) expect((await build("bash", `${before}\n${source}`)).errors, source).toEqual([]);
});
