import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { whatIsThere } from "../../library/files/not-there.js";
import { type PathKind, pathMeant } from "../../library/files/path-meant.js";
import { temporaryFolder } from "../kit/temporary-folder.js";

function workspaceOf(...paths: readonly string[]): string {
  const cwd = temporaryFolder();
  for (const path of paths) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    if (path.endsWith("/")) mkdirSync(join(cwd, path));
    else writeFileSync(join(cwd, path), "");
  }
  return cwd;
}

const meant = (cwd: string, path: string, kind: PathKind = "file") => pathMeant(path, { cwd, kind })?.meant;

it("finds the name that is most like the one that isn't there, in whatever step of the path that is", () => {
  const cwd = workspaceOf("src/runtime/index.ts", "README.md", "test/a.ts");
  expect(meant(cwd, "src/runtime/idnex.ts")).toBe("src/runtime/index.ts");
  expect(meant(cwd, "scr/runtime/index.ts")).toBe("src/runtime/index.ts");
  expect(meant(cwd, join(cwd, "src/runtme"), "folder")).toBe("src/runtime");
  expect(meant(cwd, "readme.md")).toBe("README.md");
  expect(meant(cwd, "tests/a.ts")).toBe("test/a.ts");
  expect(meant(cwd, "tests/b.ts")).toBeUndefined();
  expect(meant(cwd, "other")).toBeUndefined();
  expect(meant(cwd, "scr/rumtime/index.ts"), "two steps are wrong").toBeUndefined();
});

it("takes files for files and folders for folders, and of several always the same", () => {
  const cwd = workspaceOf("lib.c", "libs/", "lib1/", "lib2/", "a/lob");
  expect(meant(cwd, "lib", "folder")).toBe("lib1");
  expect(meant(cwd, "lib.h")).toBe("lib.c");
  expect(meant(cwd, "a/lib", "folder")).toBeUndefined();
  expect(meant(cwd, "a/lib", "file or folder")).toBe("a/lob");
});

it("says how far a path is right where nothing is like it", () => {
  const cwd = workspaceOf("src/runtime/index.ts", "docs/a.md");
  const said = (path: string) => whatIsThere(path, { cwd, kind: "file" });
  expect(said("src/runtime/other/a.ts")).toBe(
    "There is no file 'src/runtime/other/a.ts'. The nearest folder that is there is src/runtime: list it, or find what is meant with glob.",
  );
  expect(said("a/b/c")).toContain("The nearest folder that is there is the workspace:");
  expect(said("scr/b/c")).toContain("The nearest folder that is there is src:");
  expect(said("docs/a.md/b")).toContain("The nearest folder that is there is docs:");
});

it("looks at nothing outside of the workspace, nor into .git", () => {
  const outside = workspaceOf("secret.txt");
  const cwd = workspaceOf("a.txt", ".git/config");
  symlinkSync(outside, join(cwd, "out"));
  for (const path of ["out/secrit.txt", "../secrit.txt", join(outside, "secrit.txt")]) {
    expect(pathMeant(path, { cwd, kind: "file" }), path).toBeUndefined();
    expect(whatIsThere(path, { cwd, kind: "file" })).toBe(`There is no file '${path}'. Find it with glob.`);
  }
  expect(meant(cwd, ".gti", "folder")).toBeUndefined();
});
