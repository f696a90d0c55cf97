import { type Definition, msg } from "../define.js";

const review = "Review it with `toolgen diff`. If it is intended, accept it with `toolgen diff --accept` and commit toolgen.lock.";

/** Changes of tools that `toolgen.lock` doesn't hold, and problems of that file. */
export const changeCodes = {
  "breaking-change": {
    severity: "error",
    message: msg`The ${"document"} '${"name"}' has breaking changes. ${"change"}`,
    help: review,
    explanation:
      "Compared with toolgen.lock, calls that worked fail, or results that clients read are different. `build --check` fails, and `build` warns, until someone accepts it.",
    example: "a parameter was removed, and toolgen.lock still has it",
  },
  "riskier-change": {
    severity: "error",
    message: msg`The ${"document"} '${"name"}' has riskier changes. ${"change"}`,
    help: review,
    explanation:
      "Compared with toolgen.lock, calls may do more, or clients ask less before they do it. `build --check` fails, and `build` warns, until someone accepts it.",
    example: "`confirm: true` was removed from the risk of a tool",
  },
  "stale-lock": {
    severity: "error",
    message: msg`'${"path"}' lacks compatible changes of the specs.`,
    help: "Run `toolgen build` and commit the result.",
    explanation: "A build writes compatible changes to toolgen.lock by itself. `build --check` found such changes and writes nothing.",
    example: "a tool was added and not built",
  },
  "unreadable-lock": {
    severity: "error",
    message: msg`Can't read toolgen.lock: ${"reason"}.`,
    help: "Restore the file from version control. After a merge conflict, take one side, and run `toolgen diff`.",
    explanation:
      "toolgen.lock is JSON, written by `toolgen build` and `toolgen diff --accept`. toolgen doesn't replace a lock that it can't read, because the lock says which changes were accepted.",
    example: "a toolgen.lock with <<<<<<< in it",
  },
} as const satisfies Record<string, Definition>;
