import { expect, it } from "vitest";
import { endpointUrl, isLoopback, readHttpAddress } from "../../../src/server/http/http-address.js";

it.each([
  ["127.0.0.1:8848", "127.0.0.1", 8848],
  ["localhost", "localhost", 8848],
  ["9000", "127.0.0.1", 9000],
  [":9000", "127.0.0.1", 9000],
  ["[::1]:9000", "::1", 9000],
  ["tools.example:443", "tools.example", 443],
  ["0.0.0.0:0", "0.0.0.0", 0],
  ["[::0]:1", "::", 1],
  ["127.1:1", "127.0.0.1", 1],
])("reads %s", (text, host, port) => {
  expect(readHttpAddress(text)).toEqual({ host, port });
});

it.each(["", "a b", "host:", "host:99999", "[nonsense]:1", "::1", "http://localhost", "-h", "80:90", "a@b:1"])(
  "takes %j for no address",
  (text) => {
    expect(readHttpAddress(text)).toBeUndefined();
  },
);

it("knows the addresses that only this machine reaches", () => {
  expect(["127.0.0.1", "127.9.8.7", "::1", "localhost", "LOCALHOST"].filter((host) => !isLoopback(host))).toEqual([]);
  expect(["0.0.0.0", "::", "10.0.0.1", "::ffff:10.0.0.1", "example.org", "localhost.example"].filter(isLoopback)).toEqual([]);
});

it("writes URLs", () => {
  expect(endpointUrl({ host: "::1", port: 1 }, false)).toBe("http://[::1]:1/mcp");
  expect(endpointUrl({ host: "localhost", port: 1 }, true)).toBe("https://localhost:1/mcp");
});
