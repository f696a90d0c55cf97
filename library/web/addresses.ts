import { ToolError } from "toolgen/runtime";

const mostAddresses = 20;

/**
 * The addresses in a text, without duplicates: the text may be one address, or contain several, as for Gemini CLI's
 * tool of this name.
 */
export function addressesIn(text: string): readonly string[] {
  const found = text.match(/\b[a-z][a-z\d+.-]*:\/\/[^\s<>"'`|]+/gi) ?? [];
  const whole = found.length === 0 && /^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:\/\S*)?$/.test(text.trim()) ? [`https://${text.trim()}`] : found;
  const addresses = [...new Set(whole.map((one) => address(withoutEnd(one))))];
  if (addresses.length === 0) throw new ToolError("There is no address in url: give one that begins with https:// or http://.");
  if (addresses.length > mostAddresses)
    throw new ToolError(`url has ${addresses.length} addresses, and ${mostAddresses} are fetched at most.`);
  return addresses;
}

/** Removes the end of a sentence, or a bracket that began before the address, from the address. */
function withoutEnd(found: string): string {
  const plain = found.replace(/[.,;:!?*_]+$/, "");
  const open = { ")": "(", "]": "[", "}": "{" }[plain.at(-1) ?? ""];
  const isOutside = open !== undefined && plain.split(open).length < plain.split(plain.at(-1) ?? "").length;
  return isOutside ? withoutEnd(plain.slice(0, -1)) : plain;
}

function address(text: string): string {
  if (!URL.canParse(text)) throw new ToolError(`'${text}' is not a web address.`);
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new ToolError(`'${text}' can't be fetched: only http and https can.`);
  if (url.username !== "" || url.password !== "") throw new ToolError("An address may not hold a user name or a password.");
  return rawFile(url).href;
}

/** GitHub's page of a file is for browsers only: the raw file has another address. */
function rawFile(url: URL): URL {
  const [, owner, name, blob, ...rest] = url.pathname.split("/");
  if (url.hostname !== "github.com" || blob !== "blob") return url;
  return new URL(`https://raw.githubusercontent.com/${[owner, name, ...rest].join("/")}`);
}
