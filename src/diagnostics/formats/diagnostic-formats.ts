/**
 * The formats in which commands report diagnostics: for users, as a JSON array, as annotations of GitHub Actions, as
 * SARIF 2.1.0 and as the XML of JUnit.
 */
export const diagnosticFormats = ["pretty", "json", "github", "sarif", "junit"] as const;
export type DiagnosticFormat = (typeof diagnosticFormats)[number];

/** Formats that a machine reads from standard output. */
export type MachineFormat = Exclude<DiagnosticFormat, "pretty">;
