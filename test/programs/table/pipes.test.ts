import { expect, it } from "vitest";
import { compiledTool } from "../../kit/compiled.js";

const properties = {
  v: { type: "string", pattern: "^[^-]" },
  p: { type: "string" },
  w: { type: "string", pattern: "^[\\w./-]+$" },
};

async function errors(command: readonly string[], more: object = {}) {
  const spec = {
    name: "t",
    description: "d",
    kind: "read",
    schema: { properties, required: ["v", "p", "w"] },
    paths: { p: "read" },
    command,
  };
  const { diagnostics } = await compiledTool(JSON.stringify({ ...spec, ...more }));
  return diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
}

// perl's `<>`, which -n and -p make, runs a name that ends in `|`: a path such as `./a; touch b|` too.
it.each(["{{v}}", "{{p}}", "./{{v}}", "a/{{p}}"])("refuses %s as a file that perl -n opens", async (file) => {
  expect(await errors(["perl", "-ne", "print", "--", file])).toEqual(["evaluated-argument"]);
  expect(await errors(["perl", "-0777", "-pe", "s/a/b/", "a.txt", file])).toEqual(["evaluated-argument"]);
});

it.each([
  [["perl", "-ne", "print", "--", "{{w}}"]],
  [["perl", "-ne", "print", "a.txt"]],
  [["perl", "-e", "while (<<>>) { print }", "--", "{{p}}"]],
  [["perl", "-e", "print $ARGV[0]", "--", "{{v}}"]],
])("takes %j", async (command) => {
  expect(await errors(command)).toEqual([]);
});

const bwrap = ["bwrap", "--ro-bind", "/", "/", "--setenv"];

it.each([[[...bwrap, "LD_PRELOAD", "{{v}}", "wc"]], [[...bwrap, "{{v}}", "a", "wc"]], [["bwrap", "--args", "{{v}}", "wc"]]])(
  "refuses what sets a variable, or holds the arguments: %j",
  async (command) => {
    expect(await errors(command)).toEqual(["evaluated-argument"]);
  },
);

it("reads the program behind a variable and its value", async () => {
  expect(await errors([...bwrap, "INPUT_V", "{{v}}", "wc"])).toEqual([]);
  expect(await errors([...bwrap, "A", "b", "wc", "{{v}}"])).toEqual([]);
  expect(await errors([...bwrap, "A", "b", "bash"], { stdin: "{{v}}" })).toEqual(["evaluated-argument"]);
});

it.each(["emacs", "emacsclient"])("refuses a file name by which %s starts a program, such as /ssh:host:/a", async (program) => {
  expect(await errors([program, "{{v}}"])).toEqual(["evaluated-argument"]);
  expect(await errors([program, "./{{v}}"])).toEqual([]);
  expect(await errors([program, "{{w}}"])).toEqual([]);
});
