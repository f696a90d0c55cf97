import { listingFields } from "./field-shapes.js";
import { choice, type Decoded, jsonObject, list, map, optional, record, required, text } from "./shape.js";
import { toolFields } from "./tool-shape.js";

const { command, shell, paths, cwd, env, secrets, timeout, sandbox, requires } = toolFields;

/** The commands that complete the parameters of a prompt or a resource. */
export const completionsShape = map(
  record({
    command: { ...command, description: "The command line that prints values, one a line: a list of items, or one string." },
    shell: { ...shell, description: "A constant script that prints values: for sh, or `{ bash: … }`." },
    paths: { ...paths, description: "Parameters whose texts stay in a root, besides those in the document's own `paths`." },
    cwd,
    env,
    secrets,
    timeout: optional(timeout.shape, "How long the command may take before its processes are stopped. Default: 5s."),
    sandbox,
    requires,
  }),
);

export const completionsText =
  "Commands that complete parameters while people type them, by the parameters' names. Values of an `enum` need none.";

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
