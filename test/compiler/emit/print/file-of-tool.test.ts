import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { fileOfTool } from "../../../../src/compiler/emit/print/tool-file.js";
import type { PrintPart } from "../../../../src/compiler/output-file.js";
import type { ToolModel } from "../../../../src/compiler/tool-model.js";

const tool = { name: "a" } as ToolModel;
const hash = (text: string) => createHash("sha256").update(text).digest("hex");

function fileWith(cached: Readonly<Record<string, string>>) {
  const parts = new Map(Object.entries(cached));
  const part: PrintPart = (_tool, what, print) => {
    const text = parts.get(what) ?? print();
    parts.set(what, text);
    return text;
  };
  const log = { prints: 0, parts };
  const print = () => {
    log.prints += 1;
    return "text\n";
  };
  return { log, file: fileOfTool({ path: "a.ts", tool, part, print }) };
}

it("isn't printed for a hash that an earlier build has saved", () => {
  const { file, log } = fileWith({ "sha256:a.ts": hash("text\n") });
  expect([file.sha256, log.prints]).toEqual([hash("text\n"), 0]);
});

it("saves its hash for the next build when it is printed", () => {
  const { file, log } = fileWith({});
  expect(file.text).toBe("text\n");
  expect([log.parts.get("sha256:a.ts"), file.sha256, log.prints]).toEqual([hash("text\n"), hash("text\n"), 1]);
});

it("has the hash of its text once it is printed, whatever was saved", () => {
  const { file } = fileWith({ "sha256:a.ts": "wrong" });
  expect(file.sha256).toBe("wrong");
  expect(file.text).toBe("text\n");
  expect(file.sha256).toBe(hash("text\n"));
});
