import { expect, it } from "vitest";
import { fastPathOptions } from "../../../src/cli/build/fast-path.js";

it("knows a build that asks for nothing more, wherever its project is", () => {
  expect(fastPathOptions(["build"])).toEqual({ format: "pretty" });
  expect(fastPathOptions(["build", "--project", "../other"])).toEqual({ project: "../other", format: "pretty" });
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
    expect(fastPathOptions(line === "" ? [] : line.split(" "))).toBeUndefined();
  },
);
