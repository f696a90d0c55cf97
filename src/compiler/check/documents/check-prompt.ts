import type { ToolDefinition } from "../../../contract/definition.js";
import { type Diagnostic, isError, type Result } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import { isJsonObject, type JsonObject } from "../../../contract/json-value.js";
import { isUntyped, parameterNames, typesOf, variantsAt } from "../../../contract/schema-variants.js";
import { locate, type NodePath, type SpecDocument } from "../../../contract/spec-node.js";
import type { TextTemplate } from "../../../contract/text-template.js";
import { checkText, type TemplateContext } from "../../../programs/template.js";
import type { Model, ProjectModel, PromptArgument, PromptMediaModel, PromptMessageModel, PromptModel, ResourceModel } from "../../model.js";
import type { ReadBytes } from "../../source/read-files.js";
import { checkUnusedParameter } from "../execution/suspicious-templates.js";
import { decodeNode } from "../language/decode-node.js";
import { contentKeys, type PromptSpec, promptShape } from "../language/prompt-shape.js";
import { type ToolContext, toolContext } from "../language/tool-context.js";
import { displayName, lower } from "../lower/lower.js";
import { checkElicit } from "../rules/check-elicit.js";
import { checkSchema, namesOnly, needsTypes } from "../schema/check-schema.js";
import { checkCompletions } from "./check-completions.js";
import { listedValues, noFindings, plainTextContext } from "./document-tool.js";
import { checkResourceUri } from "./uri-template.js";

/** Checks a prompt document. Returns no prompt if there was an error. */
export function checkPrompt(document: SpecDocument, project: ProjectModel): Result<PromptModel | undefined> {
  const [spec = {}, shapeProblems] = decodeNode(document.root, promptShape);
  const log: Diagnostic[] = [...shapeProblems];
  const name = spec.prompt ?? "";
  const { description = "", schema: given } = spec;
  const asTool = {
    name,
    displayName: spec.displayName ?? displayName(name),
    description,
    kind: "think",
    ...(given && { schema: given }),
    ...(spec.elicit && { elicit: spec.elicit }),
    ...(spec.icons && { icons: spec.icons }),
    ...(spec.meta && { meta: spec.meta }),
    ...(spec.scopes && { scopes: spec.scopes }),
  } as const;
  const tool = toolContext(document, asTool, project);
  const [checked, schemaProblems] = checkSchema(tool);
  const schema = checked?.schema ?? namesOnly(given ?? {});
  const context = plainTextContext(schema);
  const messages = messagesOf(spec).flatMap(({ role, ...message }): readonly PromptMessageModel[] => {
    const [content, problems] = checkPromptMessage(tool, context, message);
    log.push(...problems.filter((problem) => checked !== undefined || !needsTypes(problem)));
    return content === undefined ? [] : [{ role, ...content }];
  });
  log.push(...schemaProblems, ...checkElicit(tool, { schema, checked }), ...checkOneText(spec, tool));
  if (checked === undefined || log.some(isError)) return [undefined, log];
  const [completions, completionProblems] = checkCompletions(tool, schema);
  log.push(...checkArguments(schema, tool), ...checkUnusedParameter(tool, parameterNames(schema), context.used), ...completionProblems);
  if (log.some(isError)) return [undefined, log];
  const lowered = lower(tool, { ...noFindings, checked });
  const source = { file: document.file, nameSpan: locate(document.root, ["prompt"]) };
  return [{ tool: { ...lowered, source }, arguments: promptArguments(schema, lowered.definition), completions, messages }, log];
}

/** The messages of a prompt in their order, with their places. A single text is that of the document. */
const messagesOf = ({ messages, text = "" }: PromptSpec) =>
  messages?.map(({ role = "user", ...spec }, index) => ({ role, spec, path: ["messages", index] })) ?? [
    { role: "user" as const, spec: { text }, path: [] },
  ];

type Context = ReturnType<typeof toolContext>;

function checkOneText({ prompt }: PromptSpec, document: Context): readonly Diagnostic[] {
  const keys = ["text", "messages"].filter((key) => document.has(key));
  if (keys.length === 1) return [];
  const at = keys.length === 0 ? document.at(["prompt"], "key") : document.at(["messages"], "key");
  return [diagnostic("prompt-text", at, { name: prompt ?? "", found: keys.length === 0 ? "neither" : "both" })];
}

/** Clients send arguments of prompts as texts. */
function checkArguments(schema: JsonObject, tool: Context): readonly Diagnostic[] {
  return parameterNames(schema).flatMap((name) => {
    const variants = variantsAt(schema, [name]);
    const other = variants.flatMap(typesOf).find((type) => type === "array" || type === "object");
    const found = variants.some(isUntyped) ? "anything" : other;
    return found === undefined ? [] : [diagnostic("prompt-argument", tool.at(["schema", "properties", name]), { name, type: found })];
  });
}

/** A client may leave out arguments that its user is asked for. */
function promptArguments(schema: JsonObject, { elicit = {} }: Pick<ToolDefinition, "elicit">): readonly PromptArgument[] {
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const choices = listedValues(schema);
  return parameterNames(schema).map((name) => {
    const property = properties[name];
    const { title, description } = isJsonObject(property) ? property : {};
    return {
      name,
      title: typeof title === "string" ? title : undefined,
      description: typeof description === "string" ? description : undefined,
      isRequired: required.includes(name) && !Object.hasOwn(elicit, name),
      choices: choices[name],
    };
  });
}

type MessageSpec = NonNullable<PromptSpec["messages"]>[number];

/** The content of a message of a prompt, without its role. */
type CheckedContent = { readonly text: TextTemplate } | { readonly resource: TextTemplate } | { readonly media: PromptMediaModel };

/** Checks what a message of a prompt holds: one of the keys in `contentKeys`. `path` is that of the message. */
function checkPromptMessage(
  prompt: ToolContext,
  context: TemplateContext,
  { spec, path }: { readonly spec: Omit<MessageSpec, "role">; readonly path: NodePath },
): Result<CheckedContent | undefined> {
  const [first, second] = contentKeys.filter((key) => spec[key] !== undefined);
  if (first === undefined || second !== undefined) {
    const found = first === undefined ? "nothing" : `\`${first}\` and \`${second}\``;
    const at = second === undefined ? prompt.at(path) : prompt.at([...path, second], "key");
    return [undefined, [diagnostic("prompt-content", at, { name: prompt.spec.name ?? "", found, accepted: contentKeys.join(", ") })]];
  }
  if (first === "image" || first === "audio") return checkPromptMedia(prompt, { type: first, spec, path });
  const [text, problems] = checkText(prompt, context, [...path, first]);
  const unused =
    spec.mimeType === undefined
      ? []
      : [diagnostic("prompt-content", prompt.at([...path, "mimeType"], "key"), { name: prompt.spec.name ?? "", ...unusedType(first) })];
  if (text === undefined) return [undefined, [...problems, ...unused]];
  if (first === "text") return [{ text }, [...problems, ...unused]];
  return [{ resource: text }, [...problems, ...unused, ...checkResourceUri(prompt, context.schema, { text, path: [...path, first] })]];
}

const unusedType = (key: string) => ({
  found: `\`${key}\` and \`mimeType\``,
  accepted: `${contentKeys.join(", ")}; \`mimeType\` is for files`,
});

/** Media types by the end of a file's name. */
const byEnding: Readonly<Record<PromptMediaModel["type"], Readonly<Record<string, string>>>> = {
  image: { gif: "image/gif", jpeg: "image/jpeg", jpg: "image/jpeg", png: "image/png", svg: "image/svg+xml", webp: "image/webp" },
  audio: { aac: "audio/aac", flac: "audio/flac", m4a: "audio/mp4", mp3: "audio/mpeg", ogg: "audio/ogg", wav: "audio/wav" },
};

interface MediaSpec {
  readonly type: PromptMediaModel["type"];
  readonly spec: { readonly image?: string; readonly audio?: string; readonly mimeType?: string };
  readonly path: NodePath;
}

/** Checks the file of a message by its name. It is read later (`placePromptFiles`). */
function checkPromptMedia(prompt: ToolContext, { type, spec, path }: MediaSpec): Result<{ readonly media: PromptMediaModel } | undefined> {
  const file = spec[type] ?? "";
  const span = prompt.at([...path, type]);
  const outside = file.startsWith("/") || file.includes("\0") || file.includes("\\") || file.split("/").some(isStep);
  if (outside) return [undefined, [diagnostic("prompt-media", span, { file, problem: "is not named by a path below the project" })]];
  const ending = file.slice(file.lastIndexOf(".") + 1).toLowerCase();
  const expectedType = byEnding[type];
  const mimeType = spec.mimeType ?? (Object.hasOwn(expectedType, ending) ? expectedType[ending] : undefined);
  if (mimeType === undefined) {
    const endings = Object.keys(expectedType).join(", ");
    const problem = `has no ending of ${nameOf(type)} that toolgen knows (${endings}), and no \`mimeType\``;
    return [undefined, [diagnostic("prompt-media", span, { file, problem })]];
  }
  if (!mimeType.toLowerCase().startsWith(`${type}/`)) {
    const at = prompt.at([...path, "mimeType"]);
    return [
      undefined,
      [diagnostic("prompt-media", at, { file, problem: `has the type ${mimeType}, which is not that of ${nameOf(type)}` })],
    ];
  }
  return [{ media: { type, mimeType, data: "", file, span } }, []];
}

const isStep = (step: string) => step === "" || step === "." || step === "..";

const nameOf = (type: PromptMediaModel["type"]) => (type === "image" ? "an image" : "a sound");

/** The files of all prompts. */
export const promptFilePaths = ({ prompts }: Model): readonly string[] => [
  ...new Set(prompts.flatMap(({ messages }) => messages.flatMap((message) => ("media" in message ? [message.media.file] : [])))),
];

/** Puts the files that were read into the prompts. Those that can't be read are reported where a spec names them. */
export function placePromptFiles(model: Model, files: ReadonlyMap<string, ReadBytes>): Result<Model> {
  const log: Diagnostic[] = [];
  const placed = (message: PromptMessageModel): PromptMessageModel => {
    if (!("media" in message)) return message;
    const { file, span } = message.media;
    const read = files.get(file);
    if (read?.ok === true && read.bytes.length > 0)
      return { ...message, media: { ...message.media, data: Buffer.from(read.bytes).toString("base64") } };
    const problem = read?.ok === false ? `can't be used: ${read.reason}` : "is empty";
    log.push(diagnostic("prompt-media", span, { file, problem }));
    return message;
  };
  const prompts = model.prompts.map((prompt) => ({ ...prompt, messages: prompt.messages.map(placed) }));
  return [{ ...model, prompts }, log];
}

/** Reports resources of prompts that no resource of the project can be, whatever the arguments are. */
export function checkPromptResources(prompts: readonly PromptModel[], resources: readonly ResourceModel[]): readonly Diagnostic[] {
  return prompts.flatMap(({ tool, messages }) =>
    messages.flatMap((message) => {
      if (!("resource" in message) || resources.some(({ uri }) => canBe(message.resource, uri))) return [];
      const uri = message.resource.map((piece) => (typeof piece === "string" ? piece : "…")).join("");
      return [diagnostic("prompt-resource", tool.source.nameSpan, { uri, problem: "leads to no resource of this project" })];
    }),
  );
}

/** Returns true if the URI in a prompt can lead to a resource. Of one with arguments, its beginning is compared. */
function canBe(text: TextTemplate, uri: ResourceModel["uri"]): boolean {
  const [first = "", ...more] = text;
  if (typeof first === "string" && more.length === 0) return uri.kind === "fixed" ? uri.uri === first : pattern(uri).test(first);
  const start = typeof first === "string" ? first : "";
  const [literal] = uri.kind === "fixed" ? [uri.uri] : uri.parts;
  const literalPrefix = typeof literal === "string" ? literal : "";
  return literalPrefix.startsWith(start) || (uri.kind === "template" && start.startsWith(literalPrefix));
}

/** Matches the URIs that a template stands for. */
function pattern({ parts, query }: ResourceModel["uri"] & { readonly kind: "template" }): RegExp {
  const path = parts.map((part) => (typeof part === "string" ? literally(part) : part.reserved ? "[^?#]+" : "[^/?#]+")).join("");
  return new RegExp(`^${path}${query.length === 0 ? "" : "(?:\\?.*)?"}$`, "s");
}

const literally = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
