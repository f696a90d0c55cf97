import { completionsShape, completionsText } from "./completions-shape.js";
import { listingFields } from "./listing-fields.js";
import type { Decoded } from "./shape.js";
import { choice, jsonObject, list, optional, record, required, text } from "./shape.js";
import { toolFields } from "./tool-shape.js";

const template = text();

export const scopesText = "OAuth scopes that a caller's token must have, all of them, where this is served over HTTP with authentication.";

const messageShape = record({
  role: optional(choice(["user", "assistant"]), "Whose message it is. Default: user."),
  text: optional(template, "What the message says: a text template over the arguments."),
  image: optional(text("someText"), "A file that is an image, relative to the project's root, in place of `text`."),
  audio: optional(text("someText"), "A file that is a sound, relative to the project's root, in place of `text`."),
  mimeType: optional(text("mediaType"), "The media type of the image or the sound. Default: by the file's name."),
  resource: optional(text("someText"), "The URI of a resource of the project, in place of `text`: a text template over the arguments."),
});

/** The keys of a message that say what it holds. */
export const contentKeys = ["text", "image", "audio", "resource"] as const;

/** A prompt document. */
export const promptShape = record({
  $schema: optional(text(), "Where an editor finds the JSON Schema of this language."),
  prompt: required(text("documentName"), "The prompt's name: letters, digits, '_' and '-', at most 48, unique among prompts."),
  displayName: optional(text("someText"), "The name that people see. Default: made from the name."),
  description: required(text("someText"), "What the prompt is for, for the users who choose it."),
  ...listingFields,
  scopes: { ...toolFields.scopes, description: scopesText },
  schema: optional(jsonObject, "JSON Schema 2020-12 of the arguments: texts, numbers and booleans. Default: no arguments."),
  elicit: {
    ...toolFields.elicit,
    description:
      "Required arguments that an MCP client's user is asked for by a form if they are missing. A list, or a map that also says what the form suggests.",
  },
  text: optional(template, "What the prompt says, as one user message: a text template with the arguments."),
  messages: optional(list(messageShape, 1), "Several messages, in place of `text`."),
  complete: optional(completionsShape, completionsText),
});

/** A decoded prompt document, without keys that were wrong. */
export type PromptSpec = Partial<Decoded<typeof promptShape>>;
