import { choice, type Decoded, either, json, list, map, optional, record, required, text } from "./shape.js";

const names = list(text("word"));

/** The keys of a tool about the repair of a model's arguments. */
export const repairShapeFields = {
  aliases: optional(
    map(names),
    "Wrong names by which models send a parameter: `parameter: [other, names]`. A name such as `edits[].path` is a path inside another parameter.",
  ),
  weakAliases: optional(map(names), "Wrong names that are used only if no other name has a value: `parameter: [other, names]`."),
  wrap: optional(
    map(list(text("word"), 1)),
    "Top-level keys that stand for one element of an array parameter: `parameter: [keys, of, the, element]`.",
  ),
  coerce: optional(
    map(
      either({
        scalar: choice(["lines", "json", "path", "none"]),
        list: list(choice(["lines", "json"]), 1),
        map: record({
          count: optional(text("word"), "The parameter that is the number of lines: this one is the first line."),
          end: optional(names, "Names of the last line."),
          range: optional(names, "Names under which a range such as `10-20` may stand. Default: this parameter and its aliases."),
          file: optional(text("word"), "The path at whose end a range may stand, `a.ts:10-20`, if there is no file of that name."),
          searchReplace: optional(names, "Names of a text with blocks of SEARCH and REPLACE: this parameter is an array with a `wrap`."),
        }),
      }),
    ),
    "How values of other shapes become a parameter: `lines`, `json`, both in a list, `path`, `none`, or the names of a first and a last line.",
  ),
  ignore: optional(
    list(either({ scalar: text("word"), map: map(json) })),
    "Keys that carry no meaning and are dropped; `{ key: value }` is dropped if it has that value, or one of a list, and refused if it has another.",
  ),
};

const repairShape = record(repairShapeFields);

/** The decoded values of these keys. */
export type RepairSpec = Decoded<typeof repairShape>;
export type CoerceSpec = NonNullable<RepairSpec["coerce"]>[string];

/**
 * Returns true if several forms are listed. TypeScript doesn't distinguish a readonly list from a map by
 * `Array.isArray`.
 */
export const isForms = (how: CoerceSpec): how is readonly ("lines" | "json")[] => Array.isArray(how);

const off = optional(choice(["off"]), "`off`: this finding of `toolgen lint` isn't reported.");

/** The rules of `toolgen lint` that a spec or the project can turn off. */
export const lintShape = record({
  "description-without-use": off,
  "description-without-limits": off,
  "undescribed-parameter": off,
  "unexplained-value": off,
  "similar-tools": off,
  "same-description": off,
  "unbounded-result": off,
  "too-many-tools": off,
  "client-tool-limit": off,
});

const iconShape = record({
  src: required(text("iconSource"), "Where the image is: a URL with `https:`, or `data:` with the image itself."),
  mimeType: optional(text("mediaType"), "The media type of the image."),
  sizes: optional(list(text("iconSize")), "The sizes that it has: `48x48`, or `any`."),
  theme: optional(choice(["light", "dark"]), "The background that it is for."),
});

/** Keys of tools, prompts and resources that MCP clients are shown as they are. */
export const listingFields = {
  icons: optional(list(iconShape), "Images that MCP clients may show beside the name."),
  meta: optional(map(json, "metaKey"), "Data for MCP clients that know its names (`_meta`), such as `anthropic/alwaysLoad: true`."),
};
