import { listingFields } from "./field-shapes.js";
import { completionsShape, completionsText, scopesText } from "./prompt-shape.js";
import { type Decoded, either, optional, record, required, text } from "./shape.js";
import { toolFields } from "./tool-shape.js";

const template = text();

const {
  $schema,
  schema,
  paths,
  data,
  allowLeadingDash,
  command,
  shell,
  handler,
  external,
  warm,
  http,
  cwd,
  stdin,
  env,
  secrets,
  tempFiles,
} = toolFields;
const { timeout, sandbox, platforms, requires, exitCodes, statusCodes, output } = toolFields;

/** The keys of a tool that say what a resource runs. */
export const executionKeys = ["command", "shell", "handler", "http"] as const;

/** A resource document. */
export const resourceShape = record({
  $schema,
  resource: required(text("toolName"), "The resource's name: letters, digits and '_', at most 48, unique among tools and resources."),
  uri: optional(text(), "The resource's URI, such as `notes://readme`."),
  uriTemplate: optional(text(), "URIs with variables, such as `notes://files/{+path}{?lines}`, in place of `uri`."),
  displayName: optional(text("someText"), "The name that people see. Default: made from the name."),
  description: required(text("someText"), "What the resource contains, for the users and models that choose it."),
  ...listingFields,
  scopes: { ...toolFields.scopes, description: scopesText },
  mimeType: optional(text("mediaType"), "The media type. Default: by the file's name or the output's format."),
  schema: { ...schema, description: "JSON Schema 2020-12 of the variables in `uriTemplate`." },
  text: optional(template, "The resource itself: a text template over the variables."),
  file: optional(
    either({
      scalar: template,
      map: record({
        path: required(template, "The file's path, relative to the root: a text template over the variables."),
        root: optional(text(), "A root from toolgen.yaml. Default: workspace."),
      }),
    }),
    "A file that is the resource. Its path can't leave the folder before the first variable.",
  ),
  command,
  shell,
  handler,
  external,
  warm,
  http,
  paths,
  data,
  allowLeadingDash,
  cwd,
  stdin,
  env,
  secrets,
  tempFiles,
  timeout,
  sandbox,
  platforms,
  requires,
  exitCodes,
  statusCodes,
  output,
  complete: optional(completionsShape, completionsText),
});

/** A decoded resource document, without keys that were wrong. */
export type ResourceSpec = Partial<Decoded<typeof resourceShape>>;
