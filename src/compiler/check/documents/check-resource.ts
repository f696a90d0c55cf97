import { type Diagnostic, isError, type Result } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import type { ResourceContent, UriTemplate } from "../../../contract/documents.js";
import { closest } from "../../../contract/names.js";
import type { RiskLevel } from "../../../contract/risk.js";
import { parameterNames } from "../../../contract/schema-variants.js";
import { locate, type MapNode, type NodePath, type SpecDocument } from "../../../contract/spec-node.js";
import type { TextTemplate } from "../../../contract/text-template.js";
import { checkText } from "../../../programs/template.js";
import type { ProjectModel, ResourceModel } from "../../model.js";
import type { ToolModel } from "../../tool-model.js";
import { decodeNode } from "../language/decode-node.js";
import { executionKeys, type ResourceSpec, resourceShape } from "../language/resource-shape.js";
import { type ToolContext, toolContext } from "../language/tool-context.js";
import { displayName, lower } from "../lower/lower.js";
import { checkRoots, checkSelectors } from "../rules/selectors.js";
import { checkSchema } from "../schema/check-schema.js";
import { checkCompletions, checkUnattendedCall } from "./check-completions.js";
import { listedValues, noFindings, plainTextContext, toolOfResource } from "./document-tool.js";
import { isUri, parseUriTemplate } from "./uri-template.js";

/** Checks a resource document. Returns no resource if there was an error. */
export function checkResource(
  document: SpecDocument & { readonly root: MapNode },
  project: ProjectModel,
): Result<ResourceModel | undefined> {
  const [spec = {}, shapeProblems] = decodeNode(document.root, resourceShape);
  const name = spec.resource ?? "";
  const { description = "", schema, paths } = spec;
  const own = {
    name,
    displayName: spec.displayName ?? displayName(name),
    description,
    kind: "read",
    ...(schema && { schema }),
    ...(spec.icons && { icons: spec.icons }),
    ...(spec.meta && { meta: spec.meta }),
    ...(spec.scopes && { scopes: spec.scopes }),
    ...(paths && { paths }),
  } as const;
  const resource = toolContext(document, own, project);
  const log: Diagnostic[] = [...shapeProblems, ...checkOneContent(spec, resource)];
  const [uri, uriProblems] = checkUri(spec, resource);
  log.push(...uriProblems);
  if (log.some(isError) || uri === undefined) return [undefined, log];
  const [checked, problems] = executionKeys.some((key) => resource.has(key))
    ? checkCall(document, name, project)
    : checkStill(resource, spec);
  log.push(...problems);
  if (checked === undefined) return [undefined, log];
  log.push(...checkVariables(checked.tool, uri, resource));
  const [completions, completionProblems] = checkCompletions(resource, checked.tool.schema);
  log.push(...completionProblems);
  const source = { file: document.file, nameSpan: locate(document.root, ["resource"]) };
  const mimeType = spec.mimeType ?? mimeTypeOf(checked.tool, checked.content);
  if (log.some(isError)) return [undefined, log];
  const { content } = checked;
  const choices = listedValues(checked.tool.schema);
  return [{ uri, mimeType, content, choices, completions, tool: { ...checked.tool, source } }, log];
}

const contents = ["text", "file", ...executionKeys] as const;

function checkOneContent({ resource }: ResourceSpec, document: ToolContext): readonly Diagnostic[] {
  const [first, second] = contents.filter((key) => document.has(key));
  if (first !== undefined && second === undefined) return [];
  const at = second === undefined ? document.at(["resource"], "key") : document.at([second], "key");
  const found = second === undefined ? "nothing" : `\`${first}\` and \`${second}\``;
  return [diagnostic("resource-content", at, { name: resource ?? "", found, accepted: contents.join(", ") })];
}

function checkUri({ resource, uri, uriTemplate }: ResourceSpec, document: ToolContext): Result<ResourceModel["uri"] | undefined> {
  const both = document.has("uri") && document.has("uriTemplate");
  if (both || (!document.has("uri") && !document.has("uriTemplate"))) {
    const at = document.at(both ? ["uriTemplate"] : ["resource"], "key");
    return [undefined, [diagnostic("resource-uri", at, { name: resource ?? "", found: both ? "both" : "neither" })]];
  }
  if (uri !== undefined && !isUri(uri))
    return [undefined, [diagnostic("bad-uri", document.at(["uri"]), { uri, problem: "is not an absolute URI" })]];
  if (uri !== undefined) return [{ kind: "fixed", uri }, []];
  if (uriTemplate === undefined) return [undefined, []];
  const parsed = parseUriTemplate(uriTemplate);
  if (!parsed.ok) return [undefined, [diagnostic("bad-uri", document.at(["uriTemplate"]), { uri: uriTemplate, problem: parsed.problem })]];
  return [{ kind: "template", text: uriTemplate, parts: parsed.parts, query: parsed.query }, []];
}

interface CheckedContent {
  readonly tool: ToolModel;
  readonly content: ResourceContent;
}

/** Checks a resource that runs something as the tool that would run it. Reading it asks no one, so it must be safe. */
function checkCall(
  document: SpecDocument & { readonly root: MapNode },
  name: string,
  project: ProjectModel,
): Result<CheckedContent | undefined> {
  const at = locate(document.root, executionSpot(document.root), "key");
  const call = {
    document: toolOfResource(document),
    hasLimit: hasLimit(document.root),
    unsafeDiagnostic: (level: RiskLevel) => diagnostic("resource-not-safe", at, { name, level }),
    writesDiagnostic: (file: string) => diagnostic("resource-writes", at, { name, file }),
  };
  const [tool, problems] = checkUnattendedCall(call, project);
  if (tool === undefined) return [undefined, problems];
  const { http } = tool.definition;
  if (http !== undefined && http.method !== "GET" && http.method !== "HEAD")
    return [undefined, [...problems, diagnostic("resource-request", locate(document.root, ["http", "method"]), { method: http.method })]];
  return [{ tool, content: { kind: "call" } }, problems];
}

const hasLimit = (root: MapNode) =>
  root.entries.some(({ key, value }) => key === "output" && value.kind === "map" && value.entries.some((entry) => /^max/.test(entry.key)));

const executionSpot = (root: MapNode) => [executionKeys.find((key) => root.entries.some((entry) => entry.key === key)) ?? "resource"];

/** A text or a file: nothing runs. */
function checkStill(resource: ToolContext, { file }: ResourceSpec): Result<CheckedContent | undefined> {
  const [checked, problems] = checkSchema(resource);
  if (checked === undefined) return [undefined, problems];
  const path = file === undefined ? ["text"] : typeof file === "string" ? ["file"] : ["file", "path"];
  const [text, textProblems] = checkText(resource, plainTextContext(checked.schema), path);
  const log = [...problems, ...textProblems, ...checkRoots(resource), ...checkSelectors(resource, checked.schema)];
  if (text === undefined || log.some(isError)) return [undefined, log];
  const tool = lower(resource, { ...noFindings, checked });
  if (file === undefined) return [{ tool, content: { kind: "text", text } }, log];
  const [content, fileProblems] = checkResourceFile(resource, { text, path, root: typeof file === "string" ? undefined : file.root });
  return [content && { tool, content }, [...log, ...fileProblems]];
}

/** The variables of the URI are the properties of the schema, and all that are in the path are always there. */
function checkVariables({ schema }: ToolModel, uri: ResourceModel["uri"], resource: ToolContext): readonly Diagnostic[] {
  const template: UriTemplate = uri.kind === "template" ? uri : { parts: [], query: [] };
  const variables = [...template.parts.flatMap((part) => (typeof part === "string" ? [] : [part.name])), ...template.query];
  const declared = parameterNames(schema);
  return [
    ...variables
      .filter((name) => !declared.includes(name))
      .map((name) => diagnostic("uri-variable", resource.at(["uriTemplate"]), { name, problem: "is not a property of `schema`" })),
    ...declared
      .filter((name) => !variables.includes(name))
      .map((name) =>
        diagnostic("uri-variable", resource.at(["schema", "properties", name], "key"), { name, problem: "is not in the URI" }),
      ),
  ];
}

/** The media type that follows from the format of an output. A file's follows from its name, when it is read. */
function mimeTypeOf({ definition: { output } }: ToolModel, { kind }: ResourceContent): string | undefined {
  if (kind === "file") return undefined;
  if (kind === "text") return "text/plain";
  const byFormat: Readonly<Partial<Record<typeof output.format, string>>> = {
    json: "application/json",
    jsonl: "application/json",
    markdown: "text/markdown",
    text: "text/plain",
  };
  return byFormat[output.format] ?? output.mimeType;
}

interface ResourceFile {
  readonly text: TextTemplate;
  /** Where the text is in the document. */
  readonly path: NodePath;
  readonly root: string | undefined;
}

/** Checks the path of a resource's file. The folder before its first variable bounds it, besides its root. */
function checkResourceFile(resource: ToolContext, { text, path, root = "workspace" }: ResourceFile): Result<ResourceContent | undefined> {
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
