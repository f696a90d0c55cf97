import { recordingHost, replaceMarks } from "../../cache/build-stamp.js";
import { checkSources } from "../../check/check.js";
import { compile } from "../../compile.js";
import { isError } from "../../diagnostics/diagnostic.js";
import { formatDiagnostics } from "../../diagnostics/format.js";
import { type CatalogueParts, catalogueParts } from "../../emit/catalogue/catalogue-parts.js";
import { pageHtml } from "../../emit/catalogue/page-html.js";
import type { OutputFile } from "../../emit/output-file.js";
import type { Host } from "../../host.js";
import type { Model } from "../../model/tool.js";
import { readAssets } from "../../node-host.js";
import type { CompiledTool } from "../../runtime/contract/definition.js";
import { packageRoot } from "../package-root.js";
import { toolLoader } from "../project/load-compiled-tool.js";
import { rememberChecks } from "./remember-checks.js";
import { rememberFiles } from "./remember-files.js";

/** A compiled project with its page. */
export interface LiveCatalogue {
  readonly model: Model;
  readonly parts: CatalogueParts;
  /** The name of this state: no other compilation of the process has it. */
  readonly state: string;
  page(): string;
  load(name: string): CompiledTool;
}

/** A compilation, or its errors as text. Specs with errors have a page without tools. */
export type LiveResult =
  | { readonly ok: true; readonly catalogue: LiveCatalogue }
  | { readonly ok: false; readonly errors: string; readonly empty: LiveCatalogue };

export interface LiveProject {
  readonly host: Host;
  readonly root: string;
  /** Replaced by the paths that compiling has read, relative to the project, with the mark that each had. */
  readonly read: Map<string, string>;
}

/** Returns a function that compiles the project as it is now. What hasn't changed since the last time is reused. */
export async function openLiveCompiler({ host, root, read }: LiveProject): Promise<() => Promise<LiveResult>> {
  const memory = rememberChecks(checkSources);
  const assets = await readAssets(packageRoot);
  const hostNow = rememberFiles(host);
  let compiled = 0;
  const catalogueOf = (model: Model, files: readonly OutputFile[]): LiveCatalogue => {
    const parts = catalogueParts(model, assets, memory.part);
    const state = String(++compiled);
    const page = () => pageHtml({ model, assets, articles: parts.articles, summary: parts.summary, state });
    return { model, parts, state, page, load: toolLoader(files, root) };
  };
  return async () => {
    const recorded = recordingHost(hostNow());
    const [{ model, files }, diagnostics] = await compile(recorded.host, assets, { ...memory, targets: ["bin"], handlers: "bundle" });
    replaceMarks(read, recorded.marks);
    const errors = diagnostics.filter(isError);
    if (errors.length === 0) return { ok: true, catalogue: catalogueOf(model, files) };
    return { ok: false, errors: formatDiagnostics(errors, { color: false }), empty: catalogueOf({ ...model, tools: [] }, []) };
  };
}
