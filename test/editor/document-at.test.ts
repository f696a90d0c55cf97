import { expect, it } from "vitest";
import { documentAt } from "../../src/editor/project-check.js";

it("reads a text once for all that is asked about it, and parses a new one", () => {
  const file = { path: "tools.d/t.yaml", text: "name: t\nkind: read\n" };
  const document = documentAt(file, 3);
  expect(document).toBeDefined();
  expect(documentAt({ ...file }, 10)).toBe(document);
  expect(documentAt({ ...file, path: "tools.d/u.yaml" }, 3)?.file.path).toBe("tools.d/u.yaml");
  expect(documentAt({ ...file, text: "name: u\n" }, 3)?.file.text).toBe("name: u\n");
});
