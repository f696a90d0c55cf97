import { expect, it } from "vitest";
import { planWrites } from "../../../src/compiler/write-plan.js";
import { COMPILER, outputFiles, project } from "./output-folder.js";

it("lists a folder once, however many of its files a build knows to be unchanged", async () => {
  const outputs = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`bin/${index}.cjs`, `${index}\n`]));
  const made = project();
  await made.build(outputs);
  const listed: string[] = [];
  const list = (path: string) => {
    listed.push(path);
    return made.host.list(path);
  };
  const input = { output: "generated", files: outputFiles(outputs), compiler: COMPILER, untouched: { has: () => true } };
  const [{ unchanged }] = await planWrites({ ...made.host, list }, input);
  expect(unchanged).toHaveLength(50);
  expect(listed.sort()).toEqual(["generated", "generated/bin"]);
});
