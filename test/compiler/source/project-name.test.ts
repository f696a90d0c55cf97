import fc from "fast-check";
import { expect, it } from "vitest";
import { defaultName, fitName } from "../../../src/compiler/source/project-name.js";
import { memoryHost } from "../../kit/memory-host.js";

const manifest = "generated/.toolgen-manifest.json";
const nameOf = async (files: Readonly<Record<string, string>>, name = "Some Folder") =>
  (await defaultName({ ...memoryHost(files), name }, manifest)).server;

it("takes the name in package.json, or the outputs', or the folder's", async () => {
  const built = { [manifest]: JSON.stringify({ version: 1, toolgen: "0.1.0", server: "built", files: {} }) };
  expect(await nameOf({ "package.json": '{ "name": "@acme/order_api.v2" }', ...built })).toBe("order-api-v2");
  expect(await nameOf(built)).toBe("built");
  expect(await nameOf({})).toBe("Some-Folder");
  expect(await nameOf({ "package.json": '{ "private": true }' })).toBe("Some-Folder");
  expect(await nameOf({ "package.json": "{" }, "")).toBe("toolgen");
});

it("makes a name that clients accept of any text", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 80 }), async (name) => {
      const server = await nameOf({ "package.json": JSON.stringify({ name }) }, "fallback");
      expect(server).toMatch(/^[A-Za-z0-9][A-Za-z0-9-]{0,31}$/);
    }),
  );
});

it("leaves room for every tool's name", () => {
  const name = fc.stringMatching(/^[a-z]{1,48}$/);
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z][a-z-]{0,30}[a-z]$/), fc.array(name), (server, names) => {
      const fitted = fitName(server, { names, most: 57 });
      expect(server.startsWith(fitted)).toBe(true);
      for (const tool of names) expect(`${fitted}${tool}`.length).toBeLessThanOrEqual(57);
    }),
  );
});
