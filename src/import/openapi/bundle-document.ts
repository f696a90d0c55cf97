import { $RefParser } from "@apidevtools/json-schema-ref-parser";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { failed, found, type ImportOutcome } from "../import-outcome.js";
import { documentLimits, readData } from "./read-data.js";

/** Returns the text of a file that a document refers to, or rejects with an `Error` whose message says why not. */
export type ReadReferred = (url: string) => Promise<string>;

/**
 * Returns a document with the content of the other files that it refers to, so that each `$ref` leads to a place inside
 * it. `url` is the document's own.
 */
export async function bundleDocument(root: JsonObject, url: string, read: ReadReferred): Promise<ImportOutcome<JsonObject>> {
  if (!hasExternalReference(root)) return found(root);
  let files = 0;
  let characters = 0;
  let refusal: string | undefined;
  const readOnce = async (target: string) => {
    try {
      if (++files > documentLimits.files) throw new Error(`it refers to more than ${documentLimits.files} files`);
      const text = await read(target);
      characters += text.length;
      if (characters > documentLimits.bytes)
        throw new Error(`its files together are larger than ${documentLimits.bytes / 1024 / 1024} MiB`);
      return text;
    } catch (error) {
      // The library's own message names the file, but not the reason.
      refusal ??= messageOf(error);
      throw error;
    }
  };
  try {
    const bundled = await new $RefParser().bundle(url, structuredClone(root) as object, {
      resolve: {
        file: false,
        http: false,
        own: { order: 1, canRead: () => true, read: ({ url: target }: { readonly url: string }) => readOnce(target) },
      },
      parse: { json: false, yaml: false, text: false, binary: false, own: { order: 1, canParse: true, parse: parseReferred } },
    });
    return found(bundled as JsonObject);
  } catch (error) {
    return failed(`A reference of the document can't be followed: ${refusal ?? messageOf(error)}.`);
  }
}

function parseReferred({ url, data }: { readonly url: string; readonly data: unknown }): JsonObject {
  const result = readData(String(data), url);
  if (!result.ok) throw new Error(result.problem);
  return result.value;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).replace(/\.?\n[\s\S]*|\.$/, "");

/** Returns true if a document has a `$ref` that leads to another file. A stack, because documents may be deep. */
function hasExternalReference(root: JsonObject): boolean {
  const pending: unknown[] = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== "object" || value === null) continue;
    const { $ref } = value as { readonly $ref?: unknown };
    if (typeof $ref === "string" && !$ref.startsWith("#")) return true;
    for (const member of Object.values(value)) if (typeof member === "object" && member !== null) pending.push(member);
  }
  return false;
}
