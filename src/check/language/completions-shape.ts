import { map, optional, record } from "./shape.js";
import { toolFields } from "./tool-shape.js";

const { command, shell, paths, cwd, env, secrets, timeout, sandbox, requires } = toolFields;

/** The commands that complete the parameters of a prompt or a resource. */
export const completionsShape = map(
  record({
    command: { ...command, description: "The command line that prints values, one a line: a list of items, or one string." },
    shell: { ...shell, description: "A constant script that prints values: for sh, or `{ bash: … }`." },
    paths: { ...paths, description: "Parameters whose texts stay in a root, besides those in the document's own `paths`." },
    cwd,
    env,
    secrets,
    timeout: optional(timeout.shape, "How long the command may take before its processes are stopped. Default: 5s."),
    sandbox,
    requires,
  }),
);

export const completionsText =
  "Commands that complete parameters while people type them, by the parameters' names. Values of an `enum` need none.";
