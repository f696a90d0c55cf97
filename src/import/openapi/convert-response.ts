import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { entriesIn, followReference } from "./follow-reference.js";
import type { Projection, ProjectResponse } from "./project-response.js";

/** The keys of a spec about an operation's answer. */
export interface ConvertedResponse {
  readonly output: JsonValue | undefined;
  readonly statusCodes: JsonObject | undefined;
  /** The media type to ask for, if the server may answer with another one. */
  readonly accept: string | undefined;
  /** A comment on the schema, if fields of the answer are left out. */
  readonly comment: string | undefined;
}

/** The document of an answer, and its reader. */
interface ResponseContext {
  readonly root: JsonObject;
  readonly projectResponse: ProjectResponse;
}

const isJson = (type: string) => /^application\/(?:[\w.+-]*\+)?json\b/i.test(type);
/** Events are shown when the server ends their stream. */
const isText = (type: string) =>
  /^(?:text\/[\w.+-]+|application\/(?:[\w.+-]*\+)?(?:xml|yaml|x-yaml|graphql|(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines)|json-seq|javascript|sql|toml|csv))\b/i.test(
    type,
  );

/** Converts the successful answers of an operation; a text says why a tool can't show them. */
export function convertResponse(operation: JsonObject, context: ResponseContext): ConvertedResponse | string {
  const { root, projectResponse } = context;
  const responses = entriesIn(operation.responses, root);
  const good = responses.filter(([status]) => /^2(?:\d\d|XX)$/i.test(status)).sort(([a], [b]) => (a < b ? -1 : 1));
  if (good.length === 0 && responses.some(([status]) => /^3\d\d$/.test(status)) && !responses.some(([status]) => status === "default"))
    return "its answer is a redirect";
  const all = good.length > 0 ? good : responses.filter(([status]) => status === "default");
  const isEmpty = good.length > 0 && good.every(([, { content }]) => Object.keys(isJsonObject(content) ? content : {}).length === 0);
  const blank = good.filter(([status, response]) => /^2\d\d$/.test(status) && mayBeBlank(response, context)).map(([status]) => status);
  const statusCodes = blank.length === 0 ? undefined : Object.fromEntries(blank.map((status) => [status, "Done."]));
  const none: ConvertedResponse = { output: undefined, statusCodes, accept: undefined, comment: undefined };
  if (isEmpty) return none;
  const contents = all.flatMap(([, { content }]) => Object.entries(isJsonObject(content) ? content : {}));
  const types = [...new Set(contents.map(([type]) => type))];
  const inJson = contents.filter(([type]) => isJson(type));
  const [first] = inJson;
  if (first !== undefined) {
    const accept = types.length > 1 || first[0] !== "application/json" ? first[0] : undefined;
    const schemas = inJson.map(([, media]) => followReference(media, root)?.schema).filter((schema) => schema !== undefined);
    return { ...none, accept, ...jsonOutput(projectResponse(schemas)) };
  }
  const text = types.find(isText);
  if (text !== undefined)
    return { ...none, accept: types.length > 1 ? text : undefined, output: /markdown/i.test(text) ? "markdown" : undefined };
  const image = types.find((type) => /^(?:image|audio)\/[\w.+-]+$/i.test(type));
  if (image !== undefined) {
    const output = { format: image.toLowerCase().startsWith("image") ? "image" : "audio", mimeType: image };
    return { ...none, accept: types.length > 1 ? image : undefined, output };
  }
  return types.length === 0 || types.includes("*/*") ? none : `its answer is ${types.join(", ")}`;
}

/** Returns true for an answer without content, or with JSON of which nothing is said: an empty one isn't JSON. */
function mayBeBlank({ content }: JsonObject, { root, projectResponse }: ResponseContext): boolean {
  const entries = Object.entries(isJsonObject(content) ? content : {});
  return entries.every(([type, media]) => {
    const schema = followReference(media, root)?.schema;
    return isJson(type) && (schema === undefined || projectResponse([schema]).schema === undefined);
  });
}

function jsonOutput({ schema, select, omitted }: Projection): Pick<ConvertedResponse, "output" | "comment"> {
  if (schema === undefined) return { output: "json", comment: undefined };
  const shown = omitted.slice(0, 6).join(", ");
  const comment = omitted.length === 0 ? undefined : `left out: ${shown}${omitted.length > 6 ? ` and ${omitted.length - 6} more` : ""}`;
  return { output: { format: "json", ...(select === undefined ? {} : { select }), schema }, comment };
}
