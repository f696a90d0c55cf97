import { type Definition, msg } from "../define.js";
import { exampleTool } from "./example-tool.js";

/** Mistakes in a handler, in the spec and in the function's own file. */
export const handlerCodes = {
  "handler-form": {
    severity: "error",
    message: msg`'${"value"}' is not the name of a function in a file.`,
    help: "Write `./file.ts#export`. The path is relative to the spec's folder.",
    explanation:
      "A handler is a function that a TypeScript or JavaScript file exports: its path, which begins with `./` or `../`, a `#`, and the export's name.",
    example: exampleTool("handler: ./count.ts"),
  },
  "handler-outside": {
    severity: "error",
    message: msg`'${"path"}' leads out of the project.`,
    help: "Put the file itself, and not a link to it, into the project's folder.",
    explanation:
      "A build depends on the project's files alone, so a handler and the files that it imports by a path must be in the project. Packages are imported " +
      "by their names, from a `node_modules` of the project or above, or from the same Git repository.",
    example: exampleTool("handler: ../../count.ts#count"),
  },
  "handler-too-deep": {
    severity: "error",
    message: msg`'${"file"}', or a handler built with it, is nested too deeply for TypeScript's checker.`,
    help: "Write the code without expressions, types or chains of imports that are thousands of levels deep.",
    explanation: "TypeScript's checker compares handlers with their specs. It recurses over code, so some code exhausts it.",
    example: exampleTool("handler: ./count.ts#count"),
  },
  "key-beside-handler": {
    severity: "error",
    message: msg`'${"key"}' is for programs, and a handler runs this tool.`,
    help: "Remove it. The handler gets all arguments, and can ask Node for the platform.",
    explanation: "A handler is a function: its input is the checked call, and no program can replace it.",
    example: exampleTool("handler: ./count.ts#count\nstdin: text"),
  },
  "warm-without-handler": {
    severity: "error",
    message: msg`'warm' is for handlers, but this tool has no handler.`,
    help: "Remove it.",
    explanation: "Programs that run many calls keep the processes of handlers for later calls. A command is started for each call.",
    example: exampleTool("command: [echo, hello]\nwarm: false"),
  },
  "handler-no-disk": {
    severity: "error",
    message: msg`The handler '${"file"}' can't be compiled: the host has no access to the project's files on disk.`,
    help: "Compile with `nodeHost`, or a host that has a `folder`.",
    explanation: "esbuild and TypeScript read the files and the packages that they import, and need a real folder.",
    example: exampleTool("handler: ./count.ts#count"),
  },
  "handler-missing": {
    severity: "error",
    message: msg`There is no file '${"file"}'.`,
    help: "Create it, or run `toolgen new handler NAME` for a pair of spec and handler.",
    explanation: "The path of a handler is relative to the folder of its spec.",
    example: exampleTool("handler: ./no-such-file.ts#count"),
  },
  "handler-no-export": {
    severity: "error",
    message: msg`This file exports no '${"name"}'.`,
    help: "Export a function of this name, or name another after the `#`.",
    explanation: "The text after the `#` is the name of an export, `default` for the default export.",
    example: exampleTool("handler: ./count.ts#conut"),
  },
  "handler-no-function": {
    severity: "error",
    message: msg`'${"name"}' is not a function that can be called with (params, context). ${"why"}`,
    help: "Export a function with at most two parameters: the arguments, and `{ signal, update, cwd, secrets }`.",
    explanation: "A handler is called with two values: the checked arguments and a context.",
    example: exampleTool("handler: ./count.ts#count"),
  },
  "handler-mismatch": {
    severity: "error",
    message: msg`The ${"what"} doesn't match the spec. ${"why"}`,
    help: "Change the type, or the spec. The generated type of the arguments, `NameArgs`, and `HandlerContext` of 'toolgen/runtime' always match.",
    explanation:
      "TypeScript's checker compares the function's parameters with the values of a call: the arguments that the schema accepts, with defaults filled in, and the context.",
    example: exampleTool("handler: ./count.ts#count"),
  },
  "handler-signature": {
    severity: "error",
    message: msg`${"problem"}`,
    help: "Correct the types of the handler's parameters, because toolgen compares them with the spec's parameters.",
    explanation: "A type that isn't found would match anything. Your own type check reports mistakes elsewhere in the file.",
    example: exampleTool("handler: ./count.ts#count"),
  },
  "handler-bundle": {
    severity: "error",
    message: msg`${"problem"}`,
    help: "Handlers are bundled for Node 20 as CommonJS, with all packages that they import. Native add-ons can't be bundled.",
    explanation:
      "esbuild bundles a handler, so that a call needs no `node_modules`. It must find and read every imported file. Top-level `await` doesn't work in a bundle.",
    example: exampleTool("handler: ./count.ts#count"),
  },
  "handler-suspicious": {
    severity: "warning",
    message: msg`${"problem"}`,
    help: "Check this code: it can be bundled, but probably doesn't do what it seems to.",
    explanation: "esbuild warns about code that means something else in a bundle, or that does nothing.",
    example: exampleTool("handler: ./count.ts#count"),
  },
} as const satisfies Record<string, Definition>;
