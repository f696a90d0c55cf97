import { join } from "node:path";
import type { Project } from "ts-morph";
import { expect, it } from "vitest";
import { inCheckerProject } from "../../../src/compiler/handlers/checker-project.js";
import type { ModuleAccess } from "../../../src/contract/host.js";
import { projectOf } from "../../kit/project.js";

const all: ModuleAccess = { problem: () => undefined, read: () => undefined };
const withoutSize: ModuleAccess = { ...all, problem: (path) => (path.endsWith("size.ts") ? "it is another's" : undefined) };

/** The number of mistakes that TypeScript finds in a file. */
function problems(project: Project, path: string) {
  return project.addSourceFileAtPath(path).getPreEmitDiagnostics().length;
}

const check = (path: string, modules = all) => inCheckerProject({ strict: true }, modules, (project) => problems(project, path));
const libraryFile = (project: Project) => project.getProgram().compilerObject.getSourceFiles()[0];

const importing = 'import type { Size } from "./size.js";\nexport const size: Size = 1;\n';

it("reads a project's files again in each check", () => {
  const [right, wrong] = ["number", "string"].map((type) => projectOf({ "a.ts": importing, "size.ts": `export type Size = ${type};\n` }));
  const without = projectOf({ "a.ts": importing });
  expect([right, wrong, without, right].map((folder) => check(join(folder ?? "", "a.ts")))).toEqual([0, 1, 1, 0]);
});

it("reads what the present project may read, whatever was read before", () => {
  const folder = projectOf({ "a.ts": importing, "size.ts": "export type Size = number;\n" });
  const path = join(folder, "a.ts");
  expect([check(path), check(path, withoutSize), check(path)]).toEqual([0, 1, 0]);
});

it("parses the declarations of the library once, unless the options change or a check throws", () => {
  const path = join(projectOf({ "a.ts": "export const size: number = 1;\n" }), "a.ts");
  const libraryAfter = (options: { readonly strict: boolean }) =>
    inCheckerProject(options, all, (project) => {
      problems(project, path);
      return libraryFile(project);
    });
  const first = libraryAfter({ strict: true });
  expect(first?.fileName).toMatch(/\/lib\.[\w.]+\.d\.ts$/);
  expect(libraryAfter({ strict: true })).toBe(first);
  const other = libraryAfter({ strict: false });
  expect(other).not.toBe(first);
  expect(() =>
    inCheckerProject({ strict: false }, all, () => {
      throw new RangeError("Maximum call stack size exceeded");
    }),
  ).toThrow(RangeError);
  expect(libraryAfter({ strict: false })).not.toBe(other);
});
