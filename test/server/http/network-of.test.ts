import { expect, it } from "vitest";
import { networkOf } from "../../../src/server/http/http-address.js";

it.each([
  ["127.0.0.2", "127.0.0.2"],
  ["::ffff:10.1.2.3", "10.1.2.3"],
  ["::1", "0:0:0:0::/64"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("takes %s as a caller of %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
