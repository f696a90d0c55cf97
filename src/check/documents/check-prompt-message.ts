import { diagnostic } from "../../diagnostics/codes.js";
import type { Result } from "../../diagnostics/diagnostic.js";
import type { PromptMediaModel } from "../../model/tool.js";
import type { TextTemplate } from "../../runtime/contract/text-template.js";
import type { NodePath } from "../../source/spec-node.js";
import type { ToolContext } from "../context.js";
import { contentKeys, type PromptSpec } from "../language/prompt-shape.js";
import { checkText, type TemplateContext } from "../template/check-text.js";
import { checkPromptMedia } from "./check-prompt-media.js";
import { checkResourceUri } from "./check-resource-uri.js";

type MessageSpec = NonNullable<PromptSpec["messages"]>[number];

/** The content of a message of a prompt, without its role. */
export type CheckedContent = { readonly text: TextTemplate } | { readonly resource: TextTemplate } | { readonly media: PromptMediaModel };

/** Checks what a message of a prompt holds: one of the keys in `contentKeys`. `path` is that of the message. */
export function checkPromptMessage(
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
