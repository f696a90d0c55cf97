import type { Diagnostic } from "../../contract/diagnostic.js";
import { diagnostic } from "../../contract/diagnostic-codes.js";
import { misplacedValues, type PositionsContext } from "./misplaced-values.js";
import { pipefailInSh } from "./pipelines.js";
import { readScript } from "./read-script.js";
import { contains } from "./script.js";
import { fill } from "./script-template.js";

/** Checks the positions of a script's placeholders, and replaces them with references to variables. */
export function checkPlaceholderPositions(context: PositionsContext): {
  readonly problems: readonly Diagnostic[];
  readonly script: string;
} {
  const { dialect, marked, read, template, scope } = context;
  const at = (start: number, end = start + 1) =>
    scope.locate({ start: marked.origin(start), end: Math.max(marked.origin(end), marked.origin(start) + 1) });
  if (read.problems.length > 0) {
    // One mistake causes others after it.
    const first = read.problems.reduce((a, b) => (b.at < a.at ? b : a));
    return { problems: [diagnostic("shell-script", at(first.at), { detail: first.message })], script: "" };
  }
  const foreign =
    dialect === "bash"
      ? []
      : [...read.bashOnly, ...pipefailInSh(read)].map(({ what, range }) => diagnostic("bash-in-sh", at(range.start), { what }));
  const wrong = misplacedValues(context, true);
  const problems = [...foreign, ...wrong];
  if (problems.length > 0) return { problems, script: "" };

  const quoted = marked.holes.map(({ range }) => read.texts.some((text) => text.quoted && contains(text.range, range)));
  const final = fill(template, (variable, index) => (quoted[index] ? `\${${variable}}` : `"\${${variable}}"`));
  const { problems: unexpected, references } = readScript(final.text);
  const misplaced = final.holes.filter(({ range }, index) => {
    const inner = quoted[index] ? range : { start: range.start + 1, end: range.end - 1 };
    return !references.some((reference) => reference.quoted && reference.range.start === inner.start && reference.range.end === inner.end);
  });
  const misread = unexpected.length > 0 && misplaced.length === 0 ? final.holes.slice(0, 1) : misplaced;
  return { problems: misread.map(({ node }) => diagnostic("shell-reference", scope.locate(node.range), {})), script: final.text };
}
