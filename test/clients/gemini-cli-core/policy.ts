import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { plainEnvironment } from "./client.js";

/** The client's decisions in one mode, by `id` of the calls, and the tools that it declared to the model there. */
export interface Surroundings {
  readonly mode: "default" | "autoEdit" | "yolo" | "plan";
  readonly interactive: boolean;
  readonly decisions: Readonly<Record<string, string>>;
  readonly declared: readonly string[];
}

/** The output of `policy.mjs`. */
export interface Survey {
  /** Each mode, with someone there to ask and unattended. */
  readonly surroundings: readonly Surroundings[];
  readonly afterAlways: Readonly<Record<string, string>>;
  /** The client's messages to its user. */
  readonly feedback: readonly string[];
}

/** A call that the client is to decide about. `tool` is the name of the spec. */
export interface Call {
  readonly id: string;
  readonly tool: string;
  readonly args: object;
}

/** Asks the real client, in the folder of a project that was built. `alwaysAllowed` are tools whose user answers "allow for this session". */
export function askPolicy(
  project: string,
  question: { readonly calls: readonly Call[]; readonly alwaysAllowed: readonly string[] },
): Survey {
  const answer = execFileSync(process.execPath, [fileURLToPath(new URL("policy.mjs", import.meta.url))], {
    cwd: project,
    env: { ...plainEnvironment(process.env), GEMINI_CLI_HOME: project },
    input: JSON.stringify(question),
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(answer) as Survey;
}
