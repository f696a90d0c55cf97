import { diagnostic } from "../../diagnostics/codes.js";
import { type Diagnostic, isError, type Result } from "../../diagnostics/diagnostic.js";
import type { ProjectModel, PromptArgument, PromptMessageModel, PromptModel } from "../../model/tool.js";
import type { ToolDefinition } from "../../runtime/contract/definition.js";
import { isJsonObject, type JsonObject } from "../../runtime/json/json-value.js";
import { locate, type SpecDocument } from "../../source/spec-node.js";
import { toolContext } from "../context.js";
import { decodeNode } from "../language/decode-node.js";
import { type PromptSpec, promptShape } from "../language/prompt-shape.js";
import { displayName, lower } from "../lower/lower.js";
import { checkElicit } from "../rules/check-elicit.js";
import { checkUnusedParameter } from "../rules/unused-parameter.js";
import { checkSchema } from "../schema/check-schema.js";
import { namesOnly, needsTypes } from "../schema/names-only.js";
import { isUntyped, parameterNames, typesOf, variantsAt } from "../schema/types.js";
import { checkCompletions } from "./check-completions.js";
import { checkPromptMessage } from "./check-prompt-message.js";
import { listedValues } from "./listed-values.js";
import { noFindings } from "./no-findings.js";
import { plainTextContext } from "./plain-text-context.js";

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
