import fc from "fast-check";

/** Ranges of addresses that aren't public: first and last, as numbers. Written down from IANA's registry of special-purpose addresses. */
const inner: readonly (readonly [string, string])[] = [
  ["0.0.0.0", "0.255.255.255"],
  ["10.0.0.0", "10.255.255.255"],
  ["100.64.0.0", "100.127.255.255"],
  ["127.0.0.0", "127.255.255.255"],
  ["169.254.0.0", "169.254.255.255"],
  ["172.16.0.0", "172.31.255.255"],
  ["192.0.0.0", "192.0.0.255"],
  ["192.0.2.0", "192.0.2.255"],
  ["192.168.0.0", "192.168.255.255"],
  ["198.18.0.0", "198.19.255.255"],
  ["198.51.100.0", "198.51.100.255"],
  ["203.0.113.0", "203.0.113.255"],
  ["224.0.0.0", "255.255.255.255"],
];

const toNumber = (address: string) => address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
const bytesOf = (address: number): readonly [number, number, number, number] => [
  Math.floor(address / 2 ** 24),
  Math.floor(address / 2 ** 16) % 256,
  Math.floor(address / 256) % 256,
  address % 256,
];

/** An address of a network that isn't public, as a number: often the first or the last of its range. */
const innerAddress = fc
  .constantFrom(...inner)
  .chain(([first, last]) =>
    fc.oneof(
      fc.constantFrom(toNumber(first), toNumber(last)),
      fc.integer({ min: toNumber(first), max: toNumber(last) }),
      fc.constantFrom(toNumber("127.0.0.1"), toNumber("169.254.169.254")),
    ),
  );

type Writing = (n: number) => string;
const bases: readonly Writing[] = [
  (n) => String(n),
  (n) => `0x${n.toString(16)}`,
  (n) => `0X${n.toString(16).toUpperCase()}`,
  (n) => `0${n.toString(8)}`,
  (n) => `0x000${n.toString(16)}`,
];
const base = fc.constantFrom(...bases);

/** One to four parts, each in a base of its own, as inet_aton and URLs read them. */
const parts = fc
  .tuple(innerAddress, base, base, base, base, fc.integer({ min: 1, max: 4 }))
  .map(([address, one, two, three, four, count]) => {
    const [a, b, c, d] = bytesOf(address);
    if (count === 1) return one(address);
    if (count === 2) return `${one(a)}.${two(address % 2 ** 24)}`;
    return count === 3 ? `${one(a)}.${two(b)}.${three(c * 256 + d)}` : `${one(a)}.${two(b)}.${three(c)}.${four(d)}`;
  });

const wide = (text: string) => text.replaceAll(/[0-9a-z.]/gi, (c) => String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0));
const escaped = (text: string) => [...text].map((c) => `%${c.charCodeAt(0).toString(16)}`).join("");
const disguises: readonly ((text: string) => string)[] = [
  ...[
    (text: string) => text,
    (text: string) => `${text}.`,
    wide,
    escaped,
    (text: string) => text.replaceAll(".", "\u3002"),
    (text: string) => text.replaceAll(".", "\uff61"),
  ],
  ...[
    (text: string) => text.replaceAll(".", "%2e"),
    (text: string) => text.replace(/./, "$&\u00ad"),
    (text: string) => text.replace(/./, "$&\t"),
    (text: string) => text.replace(/./, "$&\n"),
  ],
  ...[
    (text: string) => text.replaceAll("1", "\u2460"),
    (text: string) => text.replaceAll("0", "\u24ea"),
    (text: string) => text.replaceAll("2", "\u00b2"),
  ],
];

const dotted = (address: number) => bytesOf(address).join(".");
const groups = (address: number) => {
  const [a, b, c, d] = bytesOf(address);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
};
const embeddings: readonly ((address: number) => string)[] = [
  ...[
    "::ffff:",
    "::",
    "::ffff:0:",
    "64:ff9b::",
    "64:ff9b:1::",
    "0:0:0:0:0:ffff:",
    "0000:0000:0000:0000:0000:FFFF:",
    "fe80::",
    "fc00::",
    "::1:",
  ].flatMap((prefix) => [(address: number) => `${prefix}${dotted(address)}`, (address: number) => `${prefix}${groups(address)}`]),
  (address) => `2002:${groups(address)}::1`,
  (address) => `2001:0:${groups(address)}::1`,
];
const alone6 = [
  "::1",
  "::",
  "0:0:0:0:0:0:0:1",
  "0000::0001",
  "fe80::1",
  "febf::ffff",
  "fec0::1",
  "fc00::1",
  "fdff::1",
  "ff02::1",
  "100::1",
  "2001:db8::1",
  "2001:10::1",
  "3fff::1",
  "5f00::1",
  "::2",
];

const host: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(parts, fc.constantFrom(...disguises)).map(([text, disguise]) => disguise(text)) },
  { weight: 3, arbitrary: fc.tuple(innerAddress, fc.constantFrom(...embeddings)).map(([address, embed]) => `[${embed(address)}]`) },
  { weight: 1, arbitrary: fc.constantFrom(...alone6.map((one) => `[${one}]`), ...alone6.map((one) => `[${one.toUpperCase()}]`)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "localhost",
      "LOCALHOST",
      "localhost.",
      "a.localhost",
      "a.b.LocalHost.",
      wide("localhost"),
      escaped("localhost"),
      "loc\u00adalhost",
      "\u24db\u24deca\u24dbhost",
    ),
  },
);

/** An address of the web whose host is this machine, its networks, or no public one. PORT stands for the port of a server that waits on all of them. */
export const innerUrl: fc.Arbitrary<string> = fc
  .record({
    scheme: fc.constantFrom(
      "http://",
      "HTTP://",
      "http:",
      "http:/",
      "http:\\\\",
      "http:///",
      "http:////",
      " http://",
      "ht\ttp://",
      "https://",
    ),
    user: fc.constantFrom("", "", "", "user@", "user:word@", "example.org@", "example.org:80@", "@", "%40@"),
    host,
    end: fc.constantFrom(":PORT/", ":PORT", ":PORT?x", ":PORT#x", ":0PORT/", ":PORT\\a", "/", ":PORT/%2e%2e/"),
  })
  .map(({ scheme, user, host: name, end }) => scheme + user + name + end);
