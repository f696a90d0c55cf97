/** The formats of `toolgen eval`: for users, as JSON, as a comment of a pull request, and as those of diagnostics. */
export const evalFormats = ["pretty", "json", "markdown", "github", "sarif", "junit"] as const;
export type EvalFormat = (typeof evalFormats)[number];
