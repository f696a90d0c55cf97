import { createRequire } from "node:module";
import { join } from "node:path";
import { execaSync } from "execa";
import type { ToolModule } from "../../../src/call/tool-index.js";
import { builtProject } from "../../kit/project.js";
import type { Answer } from "../../kit/toolgen.js";

export const reportSpec = `name: report
description: Report on a text, or fail in the way that is asked for.
kind: read
schema:
  properties:
    text: { type: string }
    limit: { type: integer, default: 5 }
    mode: { type: string }
  required: [text]
aliases: { text: [message] }
handler: ../lib/report.ts#report
`;

/** A handler that does what its parameter `mode` says, and a module that it imports. */
export const reportFiles = {
  "tools.d/report.yaml": reportSpec,
  "lib/deep.ts": "export function deep(text: string): never {\n\n  throw new Error(`deep ${text}`);\n}\n",
  "lib/report.ts": `import { type HandlerContext, ToolError } from "toolgen/runtime";
import type { ReportArgs } from "../generated/tools/report.js";
import { deep } from "./deep.ts";

type Way = (params: ReportArgs, context: HandlerContext) => unknown;

const ways: Readonly<Record<string, Way>> = {
  text: ({ text, limit }, { cwd }) => [text, limit, cwd === process.cwd()].join(" "),
  data: ({ limit }) => ({ list: [limit] }),
  nothing: () => undefined,
  content: () => ({ content: [{ type: "text", text: "one" }, { type: "text", text: "two" }] }),
  refusal: () => ({ content: [{ type: "text", text: "Not today." }], isError: true }),
  noisy: () => {
    console.log("noise");
    process.stdout.write("more noise");
    return "calm";
  },
  throws: ({ text }) => deep(text),
  advises: () => {
    throw new ToolError("Give a shorter text.");
  },
  odd: () => Promise.reject("a text"),
  exits: () => process.exit(0),
  hangs: () => new Promise(() => {}),
  loses: () => {
    void Promise.reject(new TypeError("lost"));
    return new Promise((resolve) => setTimeout(resolve, 5000));
  },
  circular: () => {
    const ring: { self?: unknown } = {};
    ring.self = ring;
    return ring;
  },
  huge: () => ({ count: 5n }),
  leaves: () => {
    setInterval(() => {}, 1000);
    return "done";
  },
  waits: (_params, { signal, update }) =>
    new Promise((_, reject) => {
      update("waiting");
      const timer = setInterval(() => {}, 1000);
      signal.addEventListener("abort", () => {
        clearInterval(timer);
        update("stopped");
        reject(signal.reason);
      });
    }),
};

export async function report(params: ReportArgs, context: HandlerContext): Promise<unknown> {
  return await ways[params.mode ?? "text"]?.(params, context);
}
`,
};

/** A built project of the tool `report`. */
export const reportProject = () => builtProject(reportFiles);

/** Calls a tool as a client does. */
export function call(folder: string, tool: string, params: object, env: NodeJS.ProcessEnv = {}): Answer {
  const input = JSON.stringify(params);
  const { exitCode, stdout, stderr } = execaSync(join(folder, "generated/bin/call"), [tool], {
    cwd: folder,
    input,
    env,
    stripFinalNewline: false,
    reject: false,
  });
  return { status: exitCode ?? null, stdout, stderr };
}

/** The tool as an embedding program loads it. */
export const loadTool = (folder: string, tool: string): ToolModule =>
  createRequire(import.meta.url)(join(folder, `generated/bin/tools/${tool}.cjs`));
