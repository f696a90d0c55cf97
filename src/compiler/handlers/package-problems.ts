import type { PartialMessage } from "esbuild";
import type { Diagnostic } from "../../contract/diagnostic.js";
import { diagnostic } from "../../contract/diagnostic-codes.js";

/** A reason why a package doesn't work in a bundle, or outside it. */
export type PackageProblem =
  | { readonly code: "external-missing"; readonly name: string; readonly why: string }
  | { readonly code: "handler-native"; readonly name: string; readonly why: string }
  | { readonly code: "handler-beside"; readonly name: string; readonly what: string };

/** A problem as a message of esbuild's, which keeps `detail`. */
export const messageOf = (problem: PackageProblem): PartialMessage => ({ text: problem.code, detail: problem });

export function packageDiagnostic({ detail }: { readonly detail: unknown }, span: Diagnostic["span"] & object): Diagnostic | undefined {
  if (!isProblem(detail)) return undefined;
  const { name } = detail;
  const asExternal = `Write \`external: [${JSON.stringify(name).slice(1, -1)}]\` into the spec or toolgen.yaml: then calls load it from the project's node_modules.`;
  switch (detail.code) {
    case "external-missing":
      return diagnostic(
        "external-missing",
        span,
        { name, why: detail.why },
        { help: `Run \`npm install ${name}\` in the project's folder.` },
      );
    case "handler-native":
      return diagnostic("handler-native", span, { name, why: detail.why }, { help: asExternal });
    case "handler-beside":
      return diagnostic("handler-beside", span, { name, what: detail.what }, { help: asExternal });
  }
}

const codes: readonly unknown[] = ["external-missing", "handler-native", "handler-beside"] satisfies readonly PackageProblem["code"][];

const isProblem = (value: unknown): value is PackageProblem =>
  typeof value === "object" && value !== null && "code" in value && codes.includes(value.code);
