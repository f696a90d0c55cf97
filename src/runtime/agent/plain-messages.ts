import type { InputMessage, ModelMessage } from "./model-message.js";

/**
 * Messages as plain JSON: bytes as base64, URLs as texts, no `undefined`. The SDK accepts these too, and checks them.
 */
export function plainMessages(messages: readonly InputMessage[]): readonly ModelMessage[] {
  return messages.map((message) => plain(message) as ModelMessage);
}

function plain(value: unknown): unknown {
  if (value instanceof URL) return value.href;
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString("base64");
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64");
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([key, member]) => [key, plain(member)]));
}
