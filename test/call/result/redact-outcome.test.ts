import fc from "fast-check";
import { expect, it } from "vitest";
import { liveOutput } from "../../../src/call/live-output.js";
import { redactOutcome, redactText } from "../../../src/call/output.late.js";
import { ByteAutomaton } from "../../../src/call/result/find-secrets.js";

const secret = `p&ss w<"ö'rd\\/+%41_x`;
const plain = "sk-live-0123456789abcdef";
const base64 = (text: string) => Buffer.from(text).toString("base64");
/** As base32 of coreutils prints it. */
function base32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const digits = (bits.match(/.{1,5}/g) ?? []).map((five) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[Number.parseInt(five.padEnd(5, "0"), 2)]);
  return digits.join("").padEnd(Math.ceil(digits.length / 8) * 8, "=");
}
const quotedPrintable = (text: string) =>
  text.replaceAll(/[^!-<>-~]/gu, (one) =>
    utf8(one)
      .map((byte) => `=${byte.toString(16).padStart(2, "0").toUpperCase()}`)
      .join(""),
  );
const hex = (text: string) => Buffer.from(text).toString("hex");
const each = (text: string, print: (character: string) => string) => [...text].map(print).join("");
const wrapped = (text: string, columns: number, line = "\n") => text.match(new RegExp(`.{1,${columns}}`, "g"))?.join(line) ?? "";
const utf8 = (character: string) => [...Buffer.from(character)];

/** How programs print a text: each must be found for any secret. */
const printers: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  "as JSON": (text) => JSON.stringify(text).slice(1, -1),
  "as JSON in JSON": (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  "as JSON in ASCII": (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`),
  "all of it as \\u00XX": (text) =>
    text.replaceAll(/[\s\S]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}`),
  "as a part of a URL": encodeURIComponent,
  "as a part of a URL in lower case": (text) => encodeURIComponent(text).replaceAll(/%../g, (one) => one.toLowerCase()),
  "all of it as bytes of a URL": (text) =>
    each(text, (one) =>
      utf8(one)
        .map((byte) => `%${byte.toString(16).padStart(2, "0")}`)
        .join(""),
    ),
  "every other character as bytes of a URL": (text) =>
    [...text]
      .map((one, i) => (i % 2 === 0 && one !== "%" ? one : encodeURIComponent(one).length > 1 ? encodeURIComponent(one) : `%${hex(one)}`))
      .join(""),
  "from a form": (text) => encodeURIComponent(text).replaceAll("%20", "+"),
  "in HTML by names": (text) =>
    each(
      text,
      (one) => ({ "&": "&amp;", "<": "&lt;", '"': "&quot;", "'": "&apos;", "/": "&sol;", "+": "&plus;", _: "&lowbar;" })[one] ?? one,
    ),
  "in HTML by numbers": (text) => each(text, (one) => `&#${one.codePointAt(0)};`),
  "in HTML by hexadecimal numbers": (text) => each(text, (one) => `&#x${one.codePointAt(0)?.toString(16)};`),
  "in HTML by padded numbers": (text) => each(text, (one) => `&#X00${one.codePointAt(0)?.toString(16).toUpperCase()};`),
  "in hexadecimal digits": hex,
  "in large hexadecimal digits": (text) => hex(text).toUpperCase(),
  "in a dump": (text) => wrapped(hex(text), 2, " "),
  "with colons between its bytes": (text) => wrapped(hex(text), 2, ":"),
  "in bytes of a string": (text) => wrapped(hex(text), 2, "\\x").replace(/^/, "\\x"),
  "in octal": (text) =>
    each(text, (one) =>
      utf8(one)
        .map((byte) => `\\${byte.toString(8).padStart(3, "0")}`)
        .join(""),
    ),
  "in base64": base64,
  "in base64 for URLs": (text) => Buffer.from(text).toString("base64url"),
  "in base64 in a URL": (text) => encodeURIComponent(base64(text)),
  "in base64 in JSON of PHP": (text) => base64(text).replaceAll("/", "\\/"),
  "in base64 with one byte before it": (text) => base64(`:${text}`),
  "in base64 with two bytes before it": (text) => base64(`u:${text}:x`),
  "in base64 with a name before it": (text) => base64(`user:${text}`),
  "in base64 in lines of 8, indented": (text) => wrapped(base64(text), 8, "\r\n    "),
  "in base32": base32,
  "in base32 in lower case": (text) => base32(text).toLowerCase(),
  "in base32 with one byte before it": (text) => base32(`:${text}`),
  "in base32 with a name before it": (text) => base32(`user:${text}:x`),
  "in base32 in lines of 8": (text) => wrapped(base32(text), 8, "\r\n"),
  "in quoted-printable": quotedPrintable,
  "in quoted-printable in lines of 8": (text) =>
    quotedPrintable(text)
      .match(/(?:=..|.){1,8}/g)
      ?.join("=\r\n") ?? "",
  "all of it in quoted-printable": (text) =>
    each(text, (one) =>
      utf8(one)
        .map((byte) => `=${byte.toString(16).padStart(2, "0")}`)
        .join(""),
    ),
  "in base64 in lines in JSON": (text) => JSON.stringify(wrapped(base64(text), 8)),
};

it.each(Object.entries(printers))("redacts a secret %s, alone, in a text, and live in pieces", (_, print) => {
  for (const value of [secret, plain]) {
    const printed = print(value);
    const text = `before ${printed} after\n${printed}`;
    const shown = redactText(text, ["another secret", value]);
    expect(shown).toContain("[secret]");
    expect(shown).toMatch(/^before .*after\n/s);
    // What is left has nothing of it: neither all nor half of what was printed.
    expect(shown).not.toContain(printed);
    expect(shown).not.toContain(printed.slice(0, printed.length / 2));
    expect(shown).not.toContain(printed.slice(printed.length / 2));
    for (const size of [1, 7]) {
      // The character in base64 that has only the first bits of the secret is told before it is known that more comes.
      const pattern = shown.split("[secret]").map((part) => part.replaceAll(/\W/g, "\\$&"));
      expect(live(text, [value], size)).toMatch(new RegExp(`^${pattern.join("[+/\\w]?\\[secret\\]")}$`));
    }
  }
});

it("redacts a secret in base64 whose line ends in the middle of it", () => {
  const printed = wrapped(base64(`${"x".repeat(51)}${plain}${"y".repeat(90)}`), 76);
  expect(redactText(printed, [plain])).toBe(`${"eHh4".repeat(17)}[secret]${printed.slice(printed.indexOf("eXl5"))}`);
});

/** Everything that is reported of a stream that comes in pieces of so many bytes. */
function live(text: string, secrets: readonly string[], size: number): string {
  let told = "";
  const output = liveOutput((all) => (told = all), { mostBytes: 1_000_000, secrets });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) output.add(bytes.subarray(at, at + size));
  output.end();
  return told;
}

it("redacts any secret in any of these forms, with anything around it", () => {
  const value = fc
    .string({ unit: "grapheme", minLength: 4, maxLength: 40 })
    .filter((text) => text.isWellFormed() && text.trim().length >= 4);
  fc.assert(
    fc.property(value, fc.constantFrom(...Object.entries(printers)), fc.string({ maxLength: 5 }), (one, [name, print], prefix) => {
      fc.pre(!name.includes("base32") || Buffer.byteLength(one.trim()) >= 6);
      const printed = print(one);
      expect(redactText(`${prefix}|${printed}|`, [one])).not.toContain(printed);
    }),
    { numRuns: 300 },
  );
});

it("redacts a secret without the white space around it, and each long line of one with many", () => {
  expect(redactText("a token-1234 b", ["\ntoken-1234\n"])).toBe("a [secret] b");
  const key = `-----BEGIN KEY-----\n${"QUJD".repeat(8)}\n${"REVG".repeat(8)}\n-----END KEY-----\n`;
  expect(redactText(`-----BEGIN KEY-----\r\n\t${"REVG".repeat(8)}\r\n`, [key])).toBe("-----BEGIN KEY-----\r\n\t[secret]\r\n");
});

it("doesn't redact a secret of fewer than four characters, which ordinary text is full of", () => {
  expect(redactText("a1b a1b", ["a1b", "  1 ", ""])).toBe("a1b a1b");
  expect(redactText("a1b2", ["a1b2"])).toBe("[secret]");
});

it("doesn't take words for a short secret in base32", () => {
  expect(redactText(`before ${base32("abcd")} after`, ["abcd"])).toBe(`before ${base32("abcd")} after`);
  expect(redactText(`before ${base32("abcdef")} after`, ["abcdef"])).toBe("before [secret] after");
});

it("leaves what isn't a secret as it is: escapes, bytes that are no text, base64 of other things", () => {
  const text = `100% &amp; \\u0041 ${base64("user:pass")} ${hex("other")}\n`;
  expect(redactText(text, [secret, plain])).toBe(text);
  const bytes = Buffer.from([0xff, 0x00, 0xc3, 0x28, 0x25, 0x5c]);
  const outcome = { kind: "exited", code: 0, stdout: bytes, stderr: Buffer.alloc(0) } as const;
  expect(redactOutcome(outcome, [plain])).toEqual(outcome);
});

it.each(["constructor", "toString", "valueOf", "hasOwnProperty"])("takes &%s; as text, though every object inherits it", (name) => {
  expect(redactText(`&${name}; &lt; ${plain}`, [plain])).toBe(`&${name}; &lt; [secret]`);
  expect(live(`&${name}; ${plain}`, [plain], 1)).toBe(`&${name}; [secret]`);
});

it("redacts secrets that overlap as one, and those that touch as two", () => {
  expect(redactText("abcdefgh", ["abcdef", "defgh"])).toBe("[secret]");
  expect(live("abcdefgh", ["abcdef", "efgh"], 1)).toBe("[secret]");
  expect(redactText("abcdabcd", ["abcd"])).toBe("[secret][secret]");
});

it("redacts what is said of a program that could not be started", () => {
  const outcome = { kind: "unavailable", message: `can't open ${encodeURIComponent(secret)}` } as const;
  expect(redactOutcome(outcome, [secret])).toEqual({ kind: "unavailable", message: "can't open [secret]" });
});

it("redacts across the windows in which a long text is decoded", () => {
  const printed = printers["all of it as \\u00XX"]?.(secret) ?? "";
  const text = `&${"x".repeat(1024 * 1024 - 60)}${printed}`;
  expect(redactText(text, [secret]).slice(-20)).toBe(`${"x".repeat(12)}[secret]`);
});

it("takes as many steps as a text has bytes, for any number of secrets and however often they nearly begin", () => {
  const steps = { count: 0 };
  const { step } = ByteAutomaton.prototype;
  ByteAutomaton.prototype.step = function (state, byte) {
    steps.count++;
    return step.call(this, state, byte);
  };
  try {
    const secrets = Array.from({ length: 1000 }, (_, i) => `${"a".repeat(500)}${i}`);
    const text = "a".repeat(100_000);
    expect(redactText(text, secrets)).toBe(text);
    // As text, in base64, in base32 and in hexadecimal digits; building the automata takes a step for each of their states
    // at most.
    expect(steps.count).toBeLessThan(4 * text.length + 7_000_000);
  } finally {
    ByteAutomaton.prototype.step = step;
  }
});
