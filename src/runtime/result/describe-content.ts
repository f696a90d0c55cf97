import type { ContentBlock } from "../contract/call-result.js";

/** Describes content to a client that can't take it as it is. */
export function describeContent(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return `[${block.mimeType}, ${Buffer.byteLength(block.data, "base64")} bytes, which this client doesn't take]`;
    case "resource_link":
      return [block.name, block.uri, block.description].filter((part) => part !== undefined).join(" ");
    case "resource":
      return "text" in block.resource ? block.resource.text : block.resource.uri;
  }
}
