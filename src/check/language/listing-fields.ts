import { choice, json, list, map, optional, record, required, text } from "./shape.js";

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
