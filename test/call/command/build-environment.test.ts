import { expect, it } from "vitest";
import { buildEnvironment } from "../../../src/call/build-command.js";
import { inSentences } from "../sentences.js";
import { scope, value } from "./pieces.js";

const nothing = { pass: [], set: {} };

it("passes the base set and nothing else", () => {
  const base = { PATH: "/bin", HOME: "/h", USER: "u", LANG: "C", LC_ALL: "C", LC_TIME: "C", TZ: "UTC", TMPDIR: "/t" };
  const env = { ...base, API_KEY: "secret", LD_PRELOAD: "x.so", LC: "x", PATHS: "x", path: "x", TEMP: "/t" };
  expect(buildEnvironment(nothing, scope({}), { env, platform: "linux" })).toEqual({ ok: true, env: base });
});

it("passes what the definition names, by name or by prefix, if it is set", () => {
  const env = { KUBECONFIG: "k", AWS_REGION: "r", AWS: "x", XAWS_Y: "x", UNSET: undefined };
  const built = buildEnvironment({ pass: ["KUBECONFIG", "AWS_*", "UNSET", "ABSENT"], set: {} }, scope({}), { env, platform: "darwin" });
  expect(built).toEqual({ ok: true, env: { KUBECONFIG: "k", AWS_REGION: "r" } });
});

it("sets texts over what is passed, and leaves out absent ones", () => {
  const set = { LANG: ["C.UTF-8"], NAME: [value("name")], GONE: [value("absent")], EMPTY: [value("empty")] };
  const built = buildEnvironment({ pass: [], set }, scope({ name: "n", empty: "" }), { env: { LANG: "de" }, platform: "linux" });
  expect(built).toEqual({ ok: true, env: { LANG: "C.UTF-8", NAME: "n", EMPTY: "" } });
});

it("adds on Windows what a process needs to start, whatever the case of names", () => {
  const env = { Path: "p", SYSTEMROOT: "r", ComSpec: "c", Temp: "t", Secret: "s" };
  const built = buildEnvironment(nothing, scope({}), { env, platform: "win32" });
  expect(built).toEqual({ ok: true, env: { Path: "p", SYSTEMROOT: "r", ComSpec: "c", Temp: "t" } });
});

it.each([
  ["a\0b", "The environment variable V would contain a NUL character, which is impossible. Leave it out of the arguments."],
  ["x".repeat(131_072), "The environment variable V would be 131074 bytes long, and the most is 131071. Give shorter arguments."],
  ["\ud800", "In the environment variable V: `v` contains an unpaired surrogate. Use valid Unicode text."],
])("refuses a value that no variable can have", (v, problem) => {
  const built = buildEnvironment({ pass: [], set: { V: [value("v")] } }, scope({ v }), { env: {}, platform: "linux" });
  expect(inSentences(built)).toEqual({
    ok: false,
    code: "invalidArguments",
    problems: [problem],
  });
});
