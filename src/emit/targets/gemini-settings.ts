import { defineEmitter } from "../output-file.js";
import { printJson } from "../print/json.js";

/**
 * The settings by which Gemini CLI finds the tools: to be merged into `.gemini/settings.json` of the folder in which it
 * is started, the project's root. The client splits `discoveryCommand` into words and starts it without a shell, so
 * `cat` is a whole discovery program; `callCommand` is one path. `policyPaths` replaces the user's own folder of
 * policies, so that is listed too, and first: of rules with one priority, the first wins.
 */
export const geminiSettings = defineEmitter({
  name: "gemini-settings",
  emit: ({ project }) => [
    {
      path: "gemini/settings.json",
      text: printJson({
        policyPaths: ["~/.gemini/policies", `${project.output}/gemini/policies.toml`],
        tools: { discoveryCommand: `cat ${quoted(`${project.output}/gemini/discovery.json`)}`, callCommand: `${project.output}/bin/call` },
      }),
      executable: false,
    },
  ],
});

/** The client parses quotes as a shell does; plain paths need none. */
const quoted = (path: string) => (/^[A-Za-z0-9_./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
