import { Script } from "node:vm";
import { expect, it } from "vitest";
import { isPlainlyLinear } from "../../../src/call/schema-keywords.js";
import { patternCost } from "../../../src/call/slow-pattern.js";

/**
 * Patterns and the time that a backtracking matcher takes for them: `1` is linear, `2` the square of a text's length, `exponential`
 * that, and `unknown` can't be proven. All have the `u` flag, as in JSON Schema.
 */
const patterns: readonly (readonly [pattern: string, cost: number | "exponential" | "unknown"])[] = [
  // What specs really have.
  ["^[a-z]+$", 1],
  ["[a-z]+", 1],
  ["\\S", 1],
  ["^\\w{1,64}$", 1],
  ["^[a-z][a-z0-9-]{0,62}$", 1],
  ["^[A-Za-z_][A-Za-z0-9_]*$", 1],
  ["^[a-z]+(-[a-z]+)*$", 1],
  ["^[\\w-]+(\\.[\\w-]+)+$", 1],
  ["^(?!-)[\\w.-]+$", 1],
  ["^(?!.*\\.\\.)[^{}]+$", 1],
  ["^(?!/)(?!(.*/)?\\.\\.(/|$))(?!\\.?/?$).+$", 1],
  ["^(?:[^/]+/)*[^/]+$", 1],
  ["\\.[cm]?js$", 1],
  ["^[^\\0]*$", 1],
  ["^-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?$", 1],
  ["^\\d{4}-\\d{2}-\\d{2}$", 1],
  ["^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$", 1],
  ["^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$", 1],
  ["^[0-9a-f]{7,40}$", 1],
  ["\\b[0-9a-f]{7,40}\\b", 1],
  ["^v?(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)$", 1],
  [
    "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$",
    1,
  ],
  ["^https?://[^\\s/]+(?:/[^\\s]*)?$", 1],
  ["^https://[a-z0-9.-]+(:\\d+)?(/.*)?$", 1],
  ["^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,}$", 1],
  ["^(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}$", 1],
  ["^[^@\\s]+@[^@\\s.]+(\\.[^@\\s.]+)+$", 1],
  ["^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$", 1],
  ["^#(?:[0-9a-f]{3}){1,2}$", 1],
  ["^(main|dev|feature/[\\w-]+)$", 1],
  ["^[\\p{L}\\p{N} '-]+$", 1],
  ["^(/([^~/]|~[01])*)*$", 1],
  ["^(?=.*\\d)(?=.*[a-z]).{8,}$", 1],
  ["^(?:(?!end).)*$", 1],
  ["^\\w+[\\s\\S]*$", 1],
  ["^(?:a*)(?:ba*)*$", 1],
  ["^\\s{0,3}\\s?x", 1],
  ["^(?:ab|ac|ad)*$", 1],
  ["(?:a*)*", 1],
  ["^$", 1],
  ["", 1],

  // The square of the length, and more.
  ["\\s+$", 2],
  ["^\\s+|\\s+$", 2],
  [".*foo", 2],
  ["foo.*bar", 2],
  ["a*b", 2],
  ["^a*a*$", 2],
  ["^\\s*\\w+.*$", 2],
  ["^.*,.*$", 2],
  ["^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$", 2],
  ["^\\w+\\d+$", 2],
  ["(?=.*x)y", 2],
  ["^(a*b|a)*", 2],
  ["^(?:x\\d+|y\\d*)*\\d*\\d$", 2],
  ["^a*a*a*$", 3],
  ["^.*a.*b.*c$", 3],
  ["\\d+\\d+x", 3],

  // Exponential.
  ["^(a+)+$", "exponential"],
  ["^(a*)*$", "exponential"],
  ["(a*)*b", "exponential"],
  ["^(a|a)*$", "exponential"],
  ["^(a|aa)+$", "exponential"],
  ["^(a|b|ab)*c$", "exponential"],
  ["^(\\w+\\s?)*$", "exponential"],
  ["^([a-z0-9]+-?)+$", "exponential"],
  ["^(?:[^/]+/?)*$", "exponential"],
  ["^(\\d+)*$", "exponential"],
  ["^(.*)*$", "exponential"],
  ["^((a?)(b?))*c$", "exponential"],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", "exponential"],
  ["^([a-zA-Z0-9_.-]+)+@", "exponential"],
  ["^(?:(a+)+$|)", "exponential"],
  ["^(?=(a+)+b)a*$", "exponential"],
  ["^(?:a?){30}a{30}$", "exponential"],
  ["^(a{1,20}){1,20}$", "exponential"],
  ["^(?:\\.?[a-z]+)*!$", "exponential"],
  ["^(\\p{L}+é?)*$", "exponential"],
  ["^(?:\\w|\\d)+!", "exponential"],

  // What can't be proven.
  ["^(['\"]).*\\1$", "unknown"],
  ["^(?<q>a*)\\k<q>$", "unknown"],
  ["^(?:[a-z]{0,300}[0-9]{0,300}){2}$", "unknown"],
  ["(a*)".repeat(200), "unknown"],
  ["(?=.*a{1,30}.{1,20}b)".repeat(20), "unknown"],
  [`^(?:${"a|b|".repeat(290)}c)*$`, "unknown"],
  ["(?:[ab])".repeat(700), "unknown"],
];

const shortOf = (pattern: string) => {
  const cost = patternCost(pattern);
  return cost.kind === "linear" ? 1 : cost.kind === "polynomial" ? cost.exponent : cost.kind;
};

it.each(patterns)("knows how long %s may take: %s", (pattern, cost) => {
  expect(shortOf(pattern)).toBe(cost);
});

it("calls no other pattern linear by its text alone", () => {
  const plain = patterns.filter(([pattern]) => isPlainlyLinear(pattern));
  expect(plain.length).toBeGreaterThan(5);
  expect(plain.filter(([, cost]) => cost !== 1)).toEqual([]);
});

it("calls combinations of characters and repetitions linear by their text alone only if they are", () => {
  const parts = ["a", "[a-z]", "-", "b*", "[bc]+", "d?", "a{3}", "a{2,5}", "[ab]{1,}", "\\w{0,62}", "\\{2,3\\}", "[{2}]", "."];
  const texts = parts.flatMap((one) => parts.flatMap((two) => parts.map((three) => one + two + three)));
  const plain = texts.flatMap((text) => [text, `^${text}`, `^${text}$`]).filter(isPlainlyLinear);
  expect(plain.length).toBeGreaterThan(1000);
  expect(plain.filter((pattern) => shortOf(pattern) !== 1)).toEqual([]);
});

it("takes names, hashes and dates for linear by their text alone, but not many fixed repetitions", () => {
  const names = ["^[a-z][a-z0-9-]{0,62}$", "^[0-9a-f]{7,40}$", "^\\d{4}-\\d{2}-\\d{2}$"];
  expect(names.filter(isPlainlyLinear)).toEqual(names);
  const long = ["^a*a{300}$", `^a*${"a{99}".repeat(30)}$`, "[a-z]{2,3}", "^a{1,2}a{1,2}$", "^(?:a{2}){3,}$"];
  expect(long.filter(isPlainlyLinear)).toEqual([]);
});

/** Ends a match after this time: what is exponential wouldn't have ended in a thousand years. */
const timeout = 40;

it.each(
  patterns.flatMap(([pattern]) => {
    const cost = patternCost(pattern);
    return cost.kind === "exponential" && cost.attack !== undefined && cost.attack.pump !== "" ? [[pattern, cost.attack] as const] : [];
  }),
)("finds a text that keeps %s busy: %s", (pattern, { prefix, pump, suffix }) => {
  const text = prefix + pump.repeat(60) + suffix;
  const match = new Script(`new RegExp(${JSON.stringify(pattern)}, "u").test(${JSON.stringify(text)})`);
  expect(() => match.runInNewContext({}, { timeout })).toThrow(/timed out/);
});

it("ends for patterns that are made to keep a check busy", () => {
  const classes = Array.from({ length: 5000 }, (_, i) => `[${String.fromCodePoint(0x4e00 + i)}a]`).join("");
  const hostile = [
    "(?:(?:(?:(?:){500}){500}){500}){500}",
    "(?:(?:a?){500}){500}",
    "(a*)".repeat(200),
    `^${"[a-z]*".repeat(300)}$`,
    classes,
    `${"(?:a|b|c|d|ab|bc|cd|abc)*".repeat(20)}$`,
    "a{0,65535}b{0,65535}c",
    `${"(?=".repeat(40)}a*${")".repeat(40)}$`,
    `${"(".repeat(3000)}a${")".repeat(3000)}`,
    `^(?:${Array.from({ length: 590 }, (_, i) => String.fromCharCode(97 + (i % 26))).join("|")})*$`,
  ];
  for (const pattern of hostile) expect(["linear", "polynomial", "exponential", "unknown"]).toContain(patternCost(pattern).kind);
});
