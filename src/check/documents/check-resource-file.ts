import { diagnostic } from "../../diagnostics/codes.js";
import type { Result } from "../../diagnostics/diagnostic.js";
import type { ResourceContent } from "../../runtime/contract/resource.js";
import type { TextTemplate } from "../../runtime/contract/text-template.js";
import { closest } from "../../runtime/text/closest.js";
import type { NodePath } from "../../source/spec-node.js";
import type { ToolContext } from "../context.js";

export interface ResourceFile {
  readonly text: TextTemplate;
  /** Where the text is in the document. */
  readonly path: NodePath;
  readonly root: string | undefined;
}

/** Checks the path of a resource's file. The folder before its first variable bounds it, besides its root. */
export function checkResourceFile(
  resource: ToolContext,
  { text, path, root = "workspace" }: ResourceFile,
): Result<ResourceContent | undefined> {
  const roots = ["workspace", ...Object.keys(resource.project.roots)];
  if (!roots.includes(root))
    return [
      undefined,
      [
        diagnostic(
          "unknown-root",
          resource.at(["file", "root"]),
          { root, accepted: roots.join(", ") },
          { didYouMean: closest(root, roots) },
        ),
      ],
    ];
  const problem = problemOf(text);
  if (problem !== undefined) return [undefined, [diagnostic("resource-file", resource.at(path), { problem })]];
  const [first] = text;
  const fixed = typeof first === "string" ? first : "";
  const folder = fixed.slice(0, Math.max(0, fixed.lastIndexOf("/")));
  return [{ kind: "file", path: text, folder, root }, []];
}

function problemOf(text: TextTemplate): string | undefined {
  const literals = text.flatMap((piece) => (typeof piece === "string" ? [piece] : []));
  if (text.some((piece) => typeof piece !== "string" && (piece.kind !== "value" || piece.ref.from !== "param")))
    return "is made of something else than text and variables";
  const [first] = text;
  if (typeof first === "string" && first.startsWith("/")) return "is absolute";
  if (literals.some((literal) => literal.includes("\0") || literal.includes("\\"))) return "has a character that no path here has";
  return literals.some((literal) => literal.split("/").some((step) => step === "." || step === ".."))
    ? "has a step `.` or `..`"
    : undefined;
}
