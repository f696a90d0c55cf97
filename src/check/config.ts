import picomatch from "picomatch";
import { diagnostic } from "../diagnostics/codes.js";
import type { Diagnostic, Result } from "../diagnostics/diagnostic.js";
import type { ProjectModel } from "../model/tool.js";
import { locate, type SpecDocument } from "../source/tree.js";
import { type ConfigSpec, configShape } from "./config-shape.js";
import { decode } from "./shape/decode.js";

/** The name of a project's own file, at its root. */
export const configFile = "toolgen.yaml";

const defaultSpecs = ["tools.d/**/*.{yaml,yml,json}"];

/** Checks `toolgen.yaml` (SPEC §13) and fills in what it doesn't say; a project may do without the file. */
export function checkConfig(documents: readonly SpecDocument[]): Result<ProjectModel> {
  const [document, second] = documents;
  if (document === undefined) return [lowerConfig({}), []];
  const [decoded, problems] = decode(document.root, configShape);
  const extra: Diagnostic[] = second === undefined ? [] : [diagnostic("second-document", second.root.span, {})];
  const config = (typeof decoded === "object" && decoded !== null ? decoded : {}) as ConfigSpec;
  const workspace = config.roots?.workspace;
  const moved =
    workspace === undefined || workspace === "."
      ? []
      : [
          diagnostic("bad-value", locate(document.root, ["roots", "workspace"]), {
            value: workspace,
            expected: "'.': the workspace is where the client was started",
          }),
        ];
  return [lowerConfig(config), [...problems, ...extra, ...moved]];
}

function lowerConfig(config: ConfigSpec): ProjectModel {
  const specs = typeof config.specs === "string" ? [config.specs] : (config.specs ?? defaultSpecs);
  const { workspace: _workspace, ...roots } = config.roots ?? {};
  return {
    server: config.server ?? "toolgen",
    output: (config.output ?? "generated").replace(/^\.\//, "").replace(/\/+$/, ""),
    specs,
    roots,
    env: config.env ?? [],
    specPatterns: [...specs.map((glob) => picomatch.makeRe(glob).source), `^${configFile.replace(".", "\\.")}$`],
    limits: { timeoutMs: config.limits?.timeout, maxBytes: config.limits?.maxBytes },
  };
}
