import type { ToolFindings } from "../lower/tool-findings.js";

/** The findings about a document that runs nothing. */
export const noFindings: Omit<ToolFindings, "checked"> = {
  command: undefined,
  http: undefined,
  handler: undefined,
  cwd: undefined,
  stdin: undefined,
  summary: undefined,
  impacts: { own: undefined, rules: [] },
  envSet: {},
  outputFile: undefined,
  display: undefined,
  tempFiles: [],
  tempDir: false,
  dashes: [],
  platforms: {},
  mcp: undefined,
  values: [],
  guards: [],
  mild: [],
  leastRisk: "safe",
  output: undefined,
};
