import type { PromptModel, ResourceModel } from "../../model/tool.js";
import { hashOf } from "../hash-of.js";
import type { Details } from "../surface.js";

/** A hash of what a prompt says. Files count by their names: what is in them isn't read for a comparison. */
export const promptContent = (messages: PromptModel["messages"]): string =>
  hashOf(
    messages.map((message) => {
      if (!("media" in message)) return message;
      const { type, mimeType, file } = message.media;
      return { role: message.role, media: { type, mimeType, file } };
    }),
  );

/** The same of a resource. If its content is the output of a call, that is what the output is cut to. */
export function resourceContent({ content, tool }: Pick<ResourceModel, "content" | "tool">): Details {
  const { schema } = tool.definition.output;
  if (content.kind === "call") return schema === undefined ? {} : { "output.schema": hashOf(schema) };
  return { content: hashOf(content.kind === "text" ? content.text : content.path) };
}
