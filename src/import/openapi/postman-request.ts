import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { nonEmptyText } from "../openapi-document.js";

/** A request with the folders that it is in, the outermost first. */
export interface PostmanRequest {
  readonly name: string;
  readonly item: JsonObject;
  readonly request: JsonObject;
  readonly folders: readonly JsonObject[];
}

/** The objects in a list of a collection. */
export const listOf = (value: JsonValue | undefined): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

/** The deepest folders that are read. */
const maxDepth = 30;

/** Returns the requests of a collection, in the order of its folders. */
export function requestsIn(items: JsonValue | undefined, folders: readonly JsonObject[] = []): readonly PostmanRequest[] {
  if (!Array.isArray(items) || folders.length > maxDepth) return [];
  return items.flatMap((item): readonly PostmanRequest[] => {
    if (!isJsonObject(item)) return [];
    if (Array.isArray(item.item)) return requestsIn(item.item, [...folders, item]);
    return item.request === undefined
      ? []
      : [{ name: nonEmptyText(item.name) ?? "a request", item, request: plainRequest(item.request), folders }];
  });
}

/** A request with its address as an object and its headers as a list: the package loses what other forms have. */
function plainRequest(given: JsonValue): JsonObject {
  const request: JsonObject = isJsonObject(given) ? given : { url: given };
  const { url, header } = request;
  const address: JsonObject = isJsonObject(url) ? url : { raw: url ?? "" };
  const raw = nonEmptyText(address.raw) ?? joinedAddress(address);
  const written = [...new URLSearchParams(/\?([^#]*)/.exec(raw)?.[1] ?? "")].map(([key, value]): JsonObject => ({ key, value }));
  const query = (Array.isArray(address.query) ? listOf(address.query) : written).map(withPlainDescription);
  const headers = typeof header === "string" ? header.split("\n").map(headerIn) : listOf(header);
  return { method: "GET", ...request, url: { ...address, raw, query }, header: headers.map(withPlainDescription) };
}

const headerIn = (line: string): JsonObject => ({ key: line.split(":")[0]?.trim() ?? "", value: line.replace(/^[^:]*:?/, "").trim() });

/** A description may be an object with its text. */
const withPlainDescription = ({ description, ...one }: JsonObject): JsonObject => {
  const text = nonEmptyText(isJsonObject(description) ? description.content : description);
  return text === undefined ? one : { ...one, description: text };
};

/** The address that its parts make: `{ "host": ["a", "example"], "path": ["b"] }`. */
function joinedAddress({ protocol, host, port, path }: JsonObject): string {
  const joined = (parts: JsonValue | undefined, separator: string) =>
    (Array.isArray(parts) ? parts.map((part: JsonValue) => (isJsonObject(part) ? part.value : part)) : [parts ?? ""]).join(separator);
  if (joined(host, ".") === "") return "";
  const start = nonEmptyText(protocol) === undefined ? "" : `${String(protocol)}://`;
  return `${start}${joined(host, ".")}${port === undefined ? "" : `:${String(port)}`}/${joined(path, "/").replace(/^\//, "")}`;
}

/** The address of a request; empty if it has none. */
export const addressOf = ({ request }: PostmanRequest) => (isJsonObject(request.url) ? String(request.url.raw) : "");

/** The value of a header that the request sends. */
export const headerOf = ({ request }: PostmanRequest, name: string): string | undefined =>
  nonEmptyText(listOf(request.header).find(({ key, disabled }) => String(key).toLowerCase() === name && disabled !== true)?.value);
