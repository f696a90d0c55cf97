import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic, Result } from "../../diagnostics/diagnostic.js";
import { ownClasses, type ProgramRow } from "../../model/program-row.js";
import { locate, type SpecDocument } from "../../source/spec-node.js";
import { isListed } from "../programs/uses.js";

type Programs = Readonly<Record<string, ProgramRow>>;

/**
 * Checks `programs` of toolgen.yaml. A row of the table can't be replaced: code, settings and names of programs stay
 * what they are.
 */
export function checkPrograms(document: SpecDocument, programs: Programs = {}): Result<Programs> {
  const rows = Object.entries(programs);
  const problems = rows.flatMap(([name, row]) => [
    ...(isListed(name) ? [diagnostic("known-program", locate(document.root, ["programs", name], "key"), { name })] : []),
    ...checkOptions(document, name, row),
    ...checkOperands(document, name, row),
  ]);
  return [Object.fromEntries(rows.filter(([name]) => !isListed(name))), problems];
}

/** An option has one class. */
function checkOptions({ root }: SpecDocument, name: string, row: ProgramRow): readonly Diagnostic[] {
  const seen = new Map<string, string>();
  return [...ownClasses, "flags" as const].flatMap((key) =>
    (row[key] ?? []).flatMap((option, i) => {
      const first = seen.get(option);
      seen.set(option, first ?? key);
      if (first === undefined) return [];
      const expected = `an option that isn't in '${first}' too`;
      return [diagnostic("bad-value", locate(root, ["programs", name, key, i]), { value: option, expected })];
    }),
  );
}

/** Only the last class can be that of all that follow. */
function checkOperands({ root }: SpecDocument, name: string, { operands = [] }: ProgramRow): readonly Diagnostic[] {
  return operands.slice(0, -1).flatMap((value, i) => {
    if (!value.endsWith("*")) return [];
    const expected = "a class without '*': only the last one can be that of all that follow";
    return [diagnostic("bad-value", locate(root, ["programs", name, "operands", i]), { value, expected })];
  });
}
