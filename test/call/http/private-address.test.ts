import { expect, it } from "vitest";
import { allowedBy, checkHost, isPrivateAddress } from "../../../src/call/http/private-address.js";

it.each([
  ...["0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.254", "127.0.0.1", "127.255.255.254"],
  ...["169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.0.1", "198.18.0.1"],
  ...["198.19.255.255", "198.51.100.7", "203.0.113.7", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"],
  ...["::", "::1", "fe80::1", "fe80::1%eth0", "febf::1", "fec0::1", "fc00::1", "fd12:3456::1", "ff02::1", "100::1", "5f00::1"],
  ...["::127.0.0.1", "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b::127.0.0.1"],
  ...["64:ff9b::a9fe:a9fe", "64:ff9b:1::8.8.8.8", "2001::1", "2001:20::1", "2001:db8::1", "2002:7f00:1::", "2002:808:808::", "3fff::1"],
  ...["", "localhost", "1.2.3", "example.org"],
])("takes %s for no public address", (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

it.each([
  ...["1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.1"],
  ...["172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255"],
  ...["2606:4700:4700::1111", "2a00:1450:4001:81b::200e", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "64:ff9b::808:808"],
])("takes %s for a public address", (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});

const nothing = allowedBy([]);

it.each([
  ...["127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1", "017700000001", "0177.0.0.1", "0", "0x0"],
  ...["127.0.0.1.", "%31%32%37.0.0.1", "１２７.０.０.１", "127。0。0。1", "3232235777", "0xa9fea9fe", "0251.0376.0251.0376"],
  ...["[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[fe80::1]", "[fd00::1]"],
  ...["[64:ff9b::7f00:1]", "[2002:7f00:1::]", "localhost", "LOCALHOST", "localhost.", "app.localhost", "app.localhost."],
])("refuses a host written as %s before anything is resolved", (host) => {
  expect(() => checkHost(new URL(`http://${host}/`), nothing)).toThrow("no public address, and the tool's `allowPrivate` doesn't name it");
  expect(() => checkHost(new URL(`https://${host}:8443/`), nothing)).toThrow("no public address");
});

it("lets public addresses pass, and names, which are resolved where the connection is made", () => {
  for (const host of ["8.8.8.8", "134744072", "[2606:4700:4700::1111]", "example.org", "inner.example.org"])
    expect(() => checkHost(new URL(`http://${host}/`), nothing)).not.toThrow();
});

it.each([
  [["127.0.0.1"], ["127.0.0.1", "2130706433", "localhost"], ["127.0.0.2", "[::1]", "10.0.0.1"]],
  [
    ["10.1.0.0/16", "fd00::/8"],
    ["10.1.2.3", "[fd12::1]"],
    ["10.2.0.1", "[fe80::1]"],
  ],
  [["[::1]"], ["[::1]", "[0:0:0:0:0:0:0:1]"], ["127.0.0.1"]],
  [["Localhost"], ["localhost", "localhost."], ["127.0.0.1", "app.localhost"]],
])("allows with %j what it names and no more", (entries, allowed, refused) => {
  const rule = allowedBy(entries);
  for (const host of allowed) expect(() => checkHost(new URL(`http://${host}/`), rule), host).not.toThrow();
  for (const host of refused) expect(() => checkHost(new URL(`http://${host}/`), rule), host).toThrow("no public address");
});

it("knows names that are allowed with a dot at their end and in capitals", () => {
  const rule = allowedBy(["Inner.Example.org"]);
  expect(["inner.example.org", "INNER.example.ORG.", "example.org"].map((name) => rule.name(name))).toEqual([true, true, false]);
});
