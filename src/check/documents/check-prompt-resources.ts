import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { PromptModel, ResourceModel } from "../../model/tool.js";
import type { TextTemplate } from "../../runtime/contract/text-template.js";

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
