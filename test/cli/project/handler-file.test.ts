import { readFileSync, statSync } from "node:fs";
import { expect, it } from "vitest";
import { handlerFile } from "../../../src/cli/project/load-compiled-tool.js";

const file = (text: string) => [{ path: "bin/handlers/t.cjs", text, executable: false }];
const put = (text: string) => handlerFile(file(text), { name: "t.cjs", outputDir: "/project/generated" });

it("leaves a handler alone that a call may be reading, and replaces one that has changed as a whole", () => {
  const path = put("one\n");
  const first = statSync(path);
  expect(put("one\n")).toBe(path);
  expect([statSync(path).ino, statSync(path).mtimeMs]).toEqual([first.ino, first.mtimeMs]);
  expect(readFileSync(put("two\n"), "utf8")).toBe("two\n");
  expect(statSync(path).ino).not.toBe(first.ino);
});
