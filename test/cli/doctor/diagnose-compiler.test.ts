import { expect, it } from "vitest";
import { diagnoseCompiler } from "../../../src/cli/doctor/diagnose-project.js";
import type { Diagnostic } from "../../../src/contract/diagnostic.js";
import { compiled } from "../../kit/compiled.js";

it("shows the compiler and the range that the project gives", () => {
  expect(diagnoseCompiler("0.1.0", ">=0.1 <1", [])).toMatchObject({ status: "ok", message: "toolgen 0.1.0 (>=0.1 <1)." });
  expect(diagnoseCompiler("0.1.0", undefined, [])).toMatchObject({ status: "ok", message: "toolgen 0.1.0." });
});

it("says which compiler the project needs, and how to install it", async () => {
  const { diagnostics } = await compiled({ "toolgen.yaml": 'version: 1\ntoolgen: ">=2"\n' });
  expect(diagnoseCompiler("0.1.0", ">=2", diagnostics as unknown as readonly Diagnostic[])).toMatchObject({
    status: "error",
    message: expect.stringContaining("needs toolgen >=2;"),
    help: expect.stringContaining('npm install --save-dev "toolgen@>=2"'),
  });
});
