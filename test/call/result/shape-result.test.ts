import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { mcpText } from "../../../src/call/report.js";
import type { OutputRules, ToolDefinition } from "../../../src/contract/definition.js";
import { anyCharacter } from "../../kit/any-character.js";
import { printResult } from "../../kit/printed.js";
import { repeat } from "../../kit/repeat.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolDefinition } from "../repair/tool-with-rules.js";

type Parts = Partial<Omit<ToolDefinition, "output">> & { readonly output?: Partial<OutputRules> };

const env = { TMPDIR: temporaryFolder("shape") };
const streams = (stdout: string | Buffer, stderr: string | Buffer = "") => ({ stdout: Buffer.from(stdout), stderr: Buffer.from(stderr) });
const exited = (code: number, stdout: string | Buffer, stderr: string | Buffer = "") => ({
  kind: "exited" as const,
  code,
  ...streams(stdout, stderr),
});
const shaped = (outcome: Parameters<typeof printResult>[0], parts: Parts = {}) =>
  printResult(outcome, { definition: toolDefinition(parts) }, { env });

it("passes the output of a success on as it came", () => {
  expect(shaped(exited(0, "a\n\n b"))).toEqual({ exitCode: 0, stdout: "a\n\n b", stderr: "" });
});

it("says that there was no output", () => {
  expect(shaped(exited(0, "\n"))).toEqual({ exitCode: 0, stdout: "(no output)\n", stderr: "" });
});

it("puts the text of a listed exit code before the output", () => {
  const parts = { exitCodes: { 0: { text: "Edited.", failure: false }, 1: { text: "No matches.", failure: false } } };
  expect(shaped(exited(0, "a.txt\n"), parts)).toEqual({ exitCode: 0, stdout: "Edited.\na.txt\n", stderr: "" });
  expect(shaped(exited(1, ""), parts)).toEqual({ exitCode: 0, stdout: "No matches.\n", stderr: "" });
  expect(shaped(exited(1, "", "warning: x\n"), parts)).toEqual({ exitCode: 0, stdout: "No matches.\n[stderr]\nwarning: x\n", stderr: "" });
});

it("joins what a success warned of to its text, so that standard error stays empty", () => {
  expect(shaped(exited(0, "out", "warning"))).toEqual({ exitCode: 0, stdout: "out\n[stderr]\nwarning", stderr: "" });
  expect(shaped(exited(0, "", "Switched to a branch\n"))).toEqual({ exitCode: 0, stdout: "Switched to a branch\n", stderr: "" });
  expect(shaped(exited(0, "out", "more"), { output: { stderr: "merge" } }).stdout).toBe("out\nmore");
  expect(shaped(exited(0, "out", "noise"), { output: { stderr: "ignore" } })).toEqual({ exitCode: 0, stdout: "out", stderr: "" });
  expect(shaped(exited(0, "", "noise"), { output: { stderr: "ignore" } }).stdout).toBe("(no output)\n");
});

it("keeps both streams and the exit code of a failure", () => {
  expect(shaped(exited(128, "half\n", "fatal: not a repository\n"))).toEqual({
    exitCode: 1,
    stdout: "half\n",
    stderr: "git exited with code 128.\nfatal: not a repository\n",
  });
  expect(shaped(exited(2, "", "bad"), { output: { stderr: "ignore" } }).stderr).toBe("git exited with code 2.\nbad");
});

it("adds the advice of a listed failure", () => {
  const parts = { exitCodes: { 4: { text: "No such unit.", failure: true }, 0: { text: "Never.", failure: true } } };
  expect(shaped(exited(4, "", "err\n"), parts)).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: "git exited with code 4.\nNo such unit.\nerr\n",
  });
  expect(shaped(exited(0, ""), parts).exitCode).toBe(1);
});

it("tells how a program ended that did not end by itself", () => {
  expect(shaped({ kind: "timedOut", timeoutMs: 60_000, ...streams("so far\n") })).toEqual({
    exitCode: 124,
    stdout: "so far\n",
    stderr: "git was ended: it took longer than 60 s.\n",
  });
  expect(shaped({ kind: "signalled", signal: "SIGSEGV", ...streams("") })).toEqual({
    exitCode: 139,
    stdout: "",
    stderr: "git was ended by SIGSEGV.\n",
  });
  expect(shaped({ kind: "flooded", ...streams("y\n") })).toMatchObject({
    exitCode: 1,
    stdout: "y\n",
    stderr: expect.stringContaining("64 MiB"),
  });
});

it("answers with a shell's exit codes when a program is missing or may not be executed", () => {
  expect(shaped({ kind: "notFound", message: "No git." })).toMatchObject({
    exitCode: 127,
    stdout: "",
    stderr: expect.stringMatching(/^No git\.\n/),
  });
  expect(shaped({ kind: "notExecutable", message: "Not git." })).toMatchObject({
    exitCode: 126,
    stderr: expect.stringMatching(/^Not git\.\n/),
  });
  expect(shaped({ kind: "tooLong", message: "Long." }).exitCode).toBe(1);
  expect(shaped({ kind: "unstartable", message: "No." }).exitCode).toBe(1);
});

it("says of what no arguments can start that the user must act", () => {
  for (const kind of ["notFound", "notExecutable", "unavailable"] as const)
    expect(shaped({ kind, message: "No." }).stderr).toMatch(
      /^No\.\nNothing was run\. The arguments are not the cause.* Tell the user\.\n$/,
    );
  for (const kind of ["tooLong", "unstartable"] as const) expect(shaped({ kind, message: "No." }).stderr).toBe("No.\n");
});

it("passes JSON on as it came, and nothing beside it", () => {
  const parts: Parts = { output: { format: "json" }, exitCodes: { 1: { text: "Nothing.", failure: false } } };
  expect(shaped(exited(0, ' {"a": 1.0}\n', "warning"), parts)).toEqual({ exitCode: 0, stdout: '{"a": 1.0}', stderr: "" });
  expect(shaped(exited(1, "[]\n"), parts).stdout).toBe("[]");
  expect(shaped(exited(1, "\n"), parts)).toEqual({ exitCode: 0, stdout: "Nothing.\n", stderr: "" });
});

it("takes output that is not JSON for a failure if JSON was promised, and shows it", () => {
  const parts: Parts = { output: { format: "json" } };
  expect(shaped(exited(0, "oops", "why\n"), parts)).toMatchObject({
    exitCode: 1,
    stdout: "oops",
    stderr: expect.stringMatching(/^git must print JSON, but .*\nwhy\n$/),
  });
  expect(shaped(exited(0, ""), parts)).toEqual({ exitCode: 1, stdout: "", stderr: "git must print JSON, but printed nothing.\n" });
  expect(shaped(exited(0, Buffer.from('"\xff"', "latin1")), parts).exitCode).toBe(1);
});

it("cuts a long output and says how much is missing and where all of it is", () => {
  const whole = Array.from({ length: 1100 }, (_, i) => `line ${i}\n`).join("");
  const { stdout } = shaped(exited(0, whole), { output: { maxLines: 2 } });
  const [, file = ""] = /The full output is in (.*)\]/.exec(stdout) ?? [];
  expect(stdout).toBe(`line 0\nline 1\n[1,098 lines, 9,876 bytes left out here. The full output is in ${file}]\n`);
  expect(readFileSync(file, "utf8")).toBe(whole);
  expect(file.startsWith(join(env.TMPDIR, `toolgen-${process.getuid?.()}`, "a_tool-"))).toBe(true);
});

it("puts the note where the cut is", () => {
  const note = /^\[.*\]$/m;
  expect(shaped(exited(0, "1\n2\n3\n"), { output: { maxLines: 1, keep: "tail" } }).stdout.replace(note, "NOTE")).toBe("NOTE\n3\n");
  expect(shaped(exited(0, "1\n2\n3\n"), { output: { maxLines: 2, keep: "both" } }).stdout.replace(note, "NOTE")).toBe("1\nNOTE\n3\n");
});

it("hands 300 kB of euro signs on cut, in less than 64 KiB, without harming one", () => {
  for (const maxBytes of [50_000, 60_000, 1_000_000]) {
    const { stdout } = shaped(exited(0, "€".repeat(100_000), "warning: €\n"), { output: { maxBytes } });
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(65_535);
    expect(Buffer.byteLength(stdout)).toBeGreaterThan(Math.min(maxBytes, 60_000));
    expect(stdout).not.toContain("\uFFFD");
    expect(stdout).toMatch(/bytes left out here\. The full output is in /);
    expect(stdout).toContain("warning: €");
  }
});

it("keeps the streams of a failure below 64 KiB each if they hold more than ASCII", () => {
  const { stdout, stderr } = shaped(exited(1, "é".repeat(90_000), "ü\n".repeat(90_000)), {
    output: { maxBytes: 1_000_000, maxLines: 1_000_000 },
  });
  for (const text of [stdout, stderr]) {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(65_535);
    expect(text).toMatch(/bytes left out here/);
  }
});

it("sets no limit but the tool's own for ASCII", () => {
  const whole = "x".repeat(900_000);
  expect(shaped(exited(0, whole), { output: { maxBytes: 1_000_000 } }).stdout).toBe(whole);
});

it("says that bytes are not UTF-8", () => {
  const { stdout, exitCode } = shaped(exited(0, Buffer.from("caf\xe9\n", "latin1")));
  expect({ stdout, exitCode }).toEqual({
    stdout: "caf\uFFFD\n[Some of these bytes are not UTF-8 text; they are shown as U+FFFD.]\n",
    exitCode: 0,
  });
});

it("keeps the bytes that were printed, not what they are shown as", () => {
  const whole = Buffer.concat([Buffer.from("\xff\xfe\n", "latin1"), Buffer.from("x\n".repeat(50))]);
  const { stdout } = shaped(exited(0, whole), { output: { maxLines: 3 } });
  expect(readFileSync(/is in (.*)\]/.exec(stdout)?.[1] ?? "")).toEqual(whole);
});

it("gives the same result for a handler's text as for its JSON", () => {
  const text = fc.oneof(fc.constantFrom("", " \n", "plain", "a\nb\n", "x".repeat(70)), fc.string({ unit: anyCharacter }));
  const parts = fc.record({
    exitCodes: fc.constantFrom<ToolDefinition["exitCodes"]>(
      {},
      { 0: { text: "Well.", failure: false } },
      { 0: { text: "Never.", failure: true } },
    ),
    whole: fc.constantFrom({}, { verbatim: true as const }),
    output: fc.record({ maxLines: fc.constantFrom(1, 2000), maxBytes: fc.constantFrom(30, 50_000) }),
  });
  const property = fc.property(text, fc.constantFrom("", "noise\n"), parts, (printed, stderr, { exitCodes, whole, output }) => {
    const tool = { exitCodes, output: { ...whole, ...output, format: "mcp" as const, stderr: "ignore" as const } };
    const plain = shaped({ ...exited(0, printed, stderr), isText: true }, tool);
    expect(withoutFiles(plain)).toEqual(withoutFiles(shaped(exited(0, mcpText(printed), stderr), tool)));
  });
  fc.assert(property, { numRuns: repeat({ usual: 100, soak: 10_000 }) });
});

/** Files of long outputs have random names. */
const withoutFiles = (result: ReturnType<typeof shaped>) => JSON.parse(JSON.stringify(result).replaceAll(/a_tool-\w+/g, "file")) as unknown;
