import type { JsonValue } from "../../runtime/json/json-value.js";

/** One difference between two JSON Schemas. `path` names the property: `edits[].oldText`; empty for the whole value. */
export type SchemaDifference = { readonly path: string } & (
  | { readonly code: "property-added"; readonly isRequired: boolean }
  | { readonly code: "property-removed" }
  | { readonly code: "now-required" }
  | { readonly code: "no-longer-required" }
  /** The keyword is another, and it can't be told which values it lets pass now. */
  | { readonly code: "changed"; readonly keyword: string; readonly before: JsonValue | undefined; readonly after: JsonValue | undefined }
  /** Values that were valid aren't any more. */
  | { readonly code: "narrowed"; readonly keyword: string; readonly before: JsonValue | undefined; readonly after: JsonValue | undefined }
  /** Values that weren't valid are now. */
  | { readonly code: "widened"; readonly keyword: string; readonly before: JsonValue | undefined; readonly after: JsonValue | undefined }
  | { readonly code: "default-changed"; readonly before: JsonValue | undefined; readonly after: JsonValue | undefined }
  | { readonly code: "text-changed"; readonly keyword: "title" | "description" }
);

/** A difference without its path. */
export type KeywordDifference = WithoutPath<SchemaDifference>;

type WithoutPath<T> = T extends unknown ? Omit<T, "path"> : never;
