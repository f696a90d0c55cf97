import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { modelFor } from "../../model/built-targets.js";
import { bundleNames } from "../../model/target-name.js";
import type { Model, ToolModel } from "../../model/tool.js";

/** Warns of tools in a bundle that need a folder of the project, which a user of the bundle doesn't have. */
export function checkBundledTools(model: Model): readonly Diagnostic[] {
  return bundleNames
    .filter((bundle) => model.project.targets[bundle].isBuilt)
    .flatMap((bundle) =>
      modelFor(model, bundle).tools.flatMap((tool) =>
        projectRoots(tool).map((root) => diagnostic("bundle-without-root", tool.source.nameSpan, { tool: tool.name, bundle, root })),
      ),
    );
}

/** The roots of a tool that `roots` in toolgen.yaml declares: folders of the project, or beside it. */
export const projectRoots = ({ definition: { paths } }: ToolModel): readonly string[] =>
  [...new Set(paths.map(({ root }) => root))].filter((root) => root !== "workspace" && root !== "any");
