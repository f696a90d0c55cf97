/** Files of `src` above 225 lines, by the reason. The lists may only shrink. */
export const longFiles: Readonly<Record<string, readonly string[]>> = {
  "tables, which a reader searches and doesn't read through": [
    "check/language/tool-shape.ts",
    "check/programs/containers.ts",
    "check/programs/packages.ts",
    "check/programs/variables.ts",
    "diagnostics/codes/spec-codes.ts",
    "runtime/refusal/problem-text.ts",
  ],
  "types of one thing, whose parts refer to each other": ["model/tool.ts", "runtime/contract/definition.ts"],
};
