import { expect, it } from "vitest";
import { serverVersion } from "../../src/server/serve/server.js";

const versionOf = (canonical: string, open = "[]") => serverVersion({ list: (form) => Buffer.from(form === "open" ? open : canonical) });

it("changes with the tools alone", () => {
  expect(versionOf('[{"name":"alpha"}]')).toMatch(/^1\.0\.0\+[0-9a-f]{12}$/);
  expect(versionOf('[{"name":"alpha"}]')).toBe(versionOf('[{"name":"alpha"}]'));
  expect(versionOf('[{"name":"alpha"}]')).not.toBe(versionOf('[{"name":"gamma"}]'));
  expect(versionOf('[{"name":"alpha"}]')).not.toBe(versionOf('[{"name":"alpha"}]', '[{"name":"alpha"}]'));
});

it("lets a server start whose list can't be read, which says so when it is asked", () => {
  const list = () => {
    throw new Error("no such file");
  };
  expect(serverVersion({ list })).toBe("1.0.0");
});
