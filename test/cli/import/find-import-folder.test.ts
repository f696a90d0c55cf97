import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";

/** A document in which each operation is a GET of a path. */
const documentOf = (paths: readonly string[], title = "FastAPI") =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title, version: "1" },
    servers: [{ url: "https://a.example.com" }],
    paths: Object.fromEntries(paths.map((path) => [path, { get: { summary: `Get ${path}`, responses: { 204: { description: "ok" } } } }])),
  });

const put = (project: string, file: string, text: string) => {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), text);
};

const importing = (project: string, file: string, ...args: readonly string[]) => toolgen(project, ["import", "openapi", file, ...args]);

/** The specs of a project by their paths, without those of the project itself. */
function specsIn(project: string, folder = "tools.d"): Record<string, string> {
  const at = join(project, folder);
  if (!existsSync(at)) return {};
  const entries = readdirSync(at, { withFileTypes: true }).flatMap((entry): readonly (readonly [string, string])[] =>
    entry.isDirectory()
      ? Object.entries(specsIn(project, `${folder}/${entry.name}`))
      : entry.name.endsWith(".yaml")
        ? [[`${folder}/${entry.name}`, readFileSync(join(at, entry.name), "utf8")]]
        : [],
  );
  return Object.fromEntries(entries);
}

it("gives another document with the same title a folder of its own, named after what tells them apart", () => {
  const project = projectOf({});
  put(project, "services/users/openapi.json", documentOf(["/a"]));
  put(project, "services/billing/openapi.json", documentOf(["/b"]));
  expect(importing(project, "services/users/openapi.json").status).toBe(0);
  expect(importing(project, "services/billing/openapi.json").status).toBe(0);
  expect(Object.keys(specsIn(project)).sort()).toEqual(["tools.d/fastapi-billing/list-b.yaml", "tools.d/fastapi/list-a.yaml"]);
  expect(importing(project, "./services/billing/../billing/openapi.json").stdout).toBe("  = 1 spec unchanged\n");
});

it("refuses a folder that has the specs of another document, and names both", () => {
  const project = projectOf({ "a.json": documentOf(["/a", "/c"]), "b.json": documentOf(["/b", "/d"]) });
  importing(project, "a.json", "--out", "tools.d/x");
  const before = specsIn(project);
  expect(importing(project, "b.json", "--out", "tools.d/x")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("tools.d/x has the specs of a.json, and not of b.json."),
  });
  expect(specsIn(project)).toEqual(before);
});

it("finds the import that --out put elsewhere, and moves one with its edits and its record", () => {
  const project = projectOf({ "a.json": documentOf(["/a", "/b"]) });
  importing(project, "a.json", "--out", "tools.d/deep/own");
  expect(importing(project, "a.json").stdout).toBe("  = 2 specs unchanged\n");
  put(project, "tools.d/deep/own/list-a.yaml", specsIn(project)["tools.d/deep/own/list-a.yaml"]?.replace("Get /a.", "Ours.") ?? "");
  expect(importing(project, "a.json", "--out", "tools.d/moved", "--dry-run").stdout).toContain("moved from tools.d/deep/own");
  expect(Object.keys(specsIn(project))).toHaveLength(2);
  expect(importing(project, "a.json", "--out", "tools.d/moved")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("  ~ tools.d/moved  moved from tools.d/deep/own\n"),
  });
  const specs = specsIn(project);
  expect(Object.keys(specs).sort()).toEqual(["tools.d/moved/list-a.yaml", "tools.d/moved/list-b.yaml"]);
  expect(specs["tools.d/moved/list-a.yaml"]).toContain("Ours.");
  expect(specs["tools.d/moved/list-a.yaml"]).toContain("$schema=../../.toolgen/");
  // The toolset, and so names of secrets, stay what they were.
  expect(specs["tools.d/moved/list-b.yaml"]).toContain("toolsets: [ own ]");
  expect(existsSync(join(project, "tools.d/deep"))).toBe(false);
  expect(importing(project, "a.json").stdout).toBe("  = 2 specs unchanged\n");
  expect(toolgen(project, ["test"]).status).toBe(0);
});

it("knows a document again that was moved, if its file is gone and most of its operations are there", () => {
  const project = projectOf({ "a.json": documentOf(["/a", "/b", "/c"]) });
  importing(project, "a.json");
  mkdirSync(join(project, "api"));
  renameSync(join(project, "a.json"), join(project, "api/b.json"));
  expect(importing(project, "api/b.json").stdout).toBe("  = 3 specs unchanged\n");
  put(project, "c.json", documentOf(["/a", "/b", "/d"]));
  expect(importing(project, "c.json", "--out", "tools.d/fastapi").stdout).toContain("  - tools.d/fastapi/list-c.yaml");
});

it("shows what would be removed, and removes more than three specs only if it is said", () => {
  const project = projectOf({ "a.json": documentOf(["/a", "/b", "/c", "/d", "/e"]) });
  importing(project, "a.json");
  const before = specsIn(project);
  put(project, "a.json", documentOf(["/e", "/f"]));
  expect(importing(project, "a.json")).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringMatching(/4 specs would be removed.*\n {2}- tools\.d\/fastapi\/list-a\.yaml {2}list_a, GET \/a\n[\s\S]*--remove/),
  });
  expect(specsIn(project)).toEqual(before);
  expect(importing(project, "a.json", "--dry-run")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("  - tools.d/fastapi/list-d"),
  });
  expect(importing(project, "a.json", "--remove").status).toBe(0);
  expect(Object.keys(specsIn(project)).sort()).toEqual(["tools.d/fastapi/list-e.yaml", "tools.d/fastapi/list-f.yaml"]);
});

it("never loses a spec to an import of another document, whatever their titles, operations and order", () => {
  const step = fc.record({
    file: fc.constantFrom("a.json", "b.json", "sub/a.json"),
    title: fc.constantFrom("FastAPI", "fastAPI 2", "API", "X"),
    paths: fc.uniqueArray(fc.constantFrom("/a", "/b", "/c"), { minLength: 1 }),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 5 }), (steps) => {
      const project = projectOf({});
      const current = new Map<string, readonly string[]>();
      for (const { file, title, paths } of steps) {
        put(project, file, documentOf(paths, title));
        const { status, stderr } = importing(project, file);
        expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
        current.set(file, paths);
        const origins = Object.values(specsIn(project)).map((text) => /Imported from (\S+): (GET \S+)\./.exec(text)?.slice(1).join(" "));
        const expected = [...current].flatMap(([source, all]) => all.map((path) => `${source} GET ${path}`));
        expect(origins.sort()).toEqual(expected.sort());
      }
    }),
    { numRuns: 8 },
  );
});

it("reads a document in more files than a person counts", () => {
  const project = projectOf({});
  const names = Array.from({ length: 700 }, (_, n) => `s${n}`);
  for (const name of names) put(project, `schemas/${name}.json`, '{ "type": "string" }');
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: `schemas/${name}.json` }]));
  const body = { content: { "application/json": { schema: { type: "object", properties } } } };
  const document = JSON.parse(documentOf([]));
  document.paths["/a"] = { get: { responses: { 200: { description: "ok", ...body } } } };
  put(project, "a.json", JSON.stringify(document));
  expect(importing(project, "a.json")).toMatchObject({ status: 0, stderr: "" });
});
