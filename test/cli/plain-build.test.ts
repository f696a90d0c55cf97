import { expect, it } from "vitest";
import { plainBuild } from "../../src/cli/plain-build.js";

it("knows a build that asks for nothing more, wherever its project is", () => {
  expect(plainBuild(["build"])).toEqual({ format: "pretty" });
  expect(plainBuild(["build", "--project", "../other"])).toEqual({ project: "../other", format: "pretty" });
});

const others = [
  "",
  "biuld",
  "list",
  "build --check",
  "build --json",
  "build --watch",
  "build more",
  "build --project",
  "build --project --help",
];

it.each([...others, "build --project . --check", "--project . build", "build --project "])(
  "leaves `%s` to the parser that knows all",
  (line) => {
    expect(plainBuild(line === "" ? [] : line.split(" "))).toBeUndefined();
  },
);
