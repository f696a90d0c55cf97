import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic, Result, Span } from "../../diagnostics/diagnostic.js";
import { modelFor } from "../../model/built-targets.js";
import { runnableTools } from "../../model/runnable-tools.js";
import { type BundleName, bundleNames } from "../../model/target-name.js";
import type { BundledFile, Model } from "../../model/tool.js";
import type { ReadFile } from "../../source/read-files.js";
import { locate, type SpecDocument } from "../../source/spec-node.js";
import { bundledSecret } from "./bundled-secret.js";

/** A file that a bundle takes along, and where a spec or `toolgen.yaml` names it. */
interface Named {
  readonly path: string;
  readonly bundle: BundleName;
  readonly span: Span;
}

/** The paths that bundles copy: the scripts that their tools start, and `files`. */
export const bundledPaths = (model: Model, config: readonly SpecDocument[]): readonly string[] => [
  ...new Set(named(model, config).map(({ path }) => path)),
];

/** Checks what was read of the files for bundles. */
export function checkBundledFiles(
  model: Model,
  { config, files }: { readonly config: readonly SpecDocument[]; readonly files: ReadonlyMap<string, ReadFile> },
): Result<readonly BundledFile[]> {
  const problems = named(model, config).flatMap(({ path, bundle, span }): readonly Diagnostic[] => {
    const file = files.get(path);
    const taken = isOwn(path, bundle, model.project.output) ? "the bundle has a file of its own there" : undefined;
    const secret = bundledSecret(path, file?.ok ? file.text : undefined);
    if (secret !== undefined) return [diagnostic("bundle-secret", span, { file: path, bundle, reason: secret })];
    const reason = taken ?? (file?.ok === false ? file.reason : undefined);
    return reason === undefined ? [] : [diagnostic("bundle-file-refused", span, { file: path, bundle, reason })];
  });
  const read = [...files].flatMap(([path, file]) => (file.ok ? [{ path, text: file.text, executable: file.executable }] : []));
  return [read, problems];
}

function named(model: Model, [document]: readonly SpecDocument[]): readonly Named[] {
  return bundleNames
    .filter((bundle) => model.project.targets[bundle].isBuilt)
    .flatMap((bundle) => [
      ...runnableTools(modelFor(model, bundle)).flatMap(({ scripts = [] }) =>
        scripts.map(({ file, span }) => ({ path: file, bundle, span })),
      ),
      ...model.project.targets[bundle].files.flatMap((path, i) =>
        document === undefined ? [] : [{ path, bundle, span: locate(document.root, ["targets", bundle, "files", i]) }],
      ),
    ]);
}

/** Names at the top of a bundle that are its own, with the folders of what clients read there. */
const ownNames: Readonly<Record<BundleName, readonly string[]>> = {
  "claude-plugin": ["README.md", ".claude-plugin", ".mcp.json", "hooks", "commands", "agents", "skills", "settings.json", ".lsp.json"],
  "gemini-extension": ["README.md", "gemini-extension.json", "policies", "hooks", "commands", "agents", "skills", "GEMINI.md"],
  mcpb: ["README.md", "manifest.json", ".mcpbignore"],
};

function isOwn(path: string, bundle: BundleName, output: string): boolean {
  return [...ownNames[bundle], output].some((own) => path === own || path.startsWith(`${own}/`));
}
