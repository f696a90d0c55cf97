/** A form of a secret that is searched for, in the alphabet in which a text is searched. */
export interface SecretForm {
  readonly bytes: Uint8Array;
  /** True if the characters just before it also hold some of its bits. */
  readonly before: boolean;
  readonly after: boolean;
}

/** The forms of some secrets: as text, in base64, in base32, and in hexadecimal digits. */
export interface SecretForms {
  readonly text: readonly SecretForm[];
  readonly base64: readonly SecretForm[];
  readonly base32: readonly SecretForm[];
  readonly hex: readonly SecretForm[];
}

/** A shorter secret isn't redacted: it would match all over ordinary text, and the gaps would reveal it. */
const minCharacters = 4;
/** A shorter form in base32, which has letters of one case, would match ordinary words. */
const minBase32 = 8;
/** A line of a secret is redacted by itself from this length on, for example in a private key. */
const minLine = 16;

/**
 * Lists the forms in which programs print secrets (docs/spec.md). Escapes of URLs, HTML, JSON and
 * quoted-printable are decoded before a text is searched.
 */
export function secretForms(secrets: readonly string[]): SecretForms {
  const values = new Set(secrets.flatMap((secret) => [secret, secret.trim(), ...longLines(secret)]).filter(isLongEnough));
  const bytes = [...values].map((value) => Buffer.from(value));
  // In a form that a browser sends, a space is a plus.
  const text = [...values, ...[...values].map((value) => value.replaceAll(" ", "+"))];
  return {
    text: [...new Set(text)].map((value) => whole(Buffer.from(value))),
    base64: bytes.flatMap((value) => encodedForms(value, base64)),
    base32: bytes.flatMap((value) => encodedForms(value, base32)).filter((form) => form.bytes.length >= minBase32),
    hex: bytes.map((value) => whole(Buffer.from(value.toString("hex")))),
  };
}

const isLongEnough = (secret: string) => secret.trim().length >= minCharacters;

function longLines(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n/).map((line) => line.trim());
  return lines.length === 1 ? [] : lines.filter((line) => line.length >= minLine && !line.startsWith("-----"));
}

const whole = (bytes: Uint8Array): SecretForm => ({ bytes, before: false, after: false });

interface Encoding {
  /** The bits of a character. */
  readonly bits: number;
  /** The bytes of a group. */
  readonly group: number;
  readonly encode: (bytes: Buffer) => string;
}

const base64: Encoding = { bits: 6, group: 3, encode: (bytes) => bytes.toString("base64") };
const base32: Encoding = { bits: 5, group: 5, encode: base32Of };

/**
 * Base64 writes three bytes in four characters, so the same bytes look different with 0, 1 or 2 bytes before them in
 * their group. For each alignment these are the characters that depend on the secret alone. Base32 writes five bytes in
 * eight.
 */
function encodedForms(secret: Buffer, { bits, group, encode }: Encoding): readonly SecretForm[] {
  return Array.from({ length: group }, (_, offset) => {
    const length = 8 * (offset + secret.length);
    const encoded = encode(Buffer.concat([Buffer.alloc(offset), secret]));
    const own = encoded.slice(Math.ceil((8 * offset) / bits), Math.floor(length / bits));
    return { bytes: Buffer.from(own), before: offset > 0, after: length % bits !== 0 };
  });
}

/** Writes base32 (RFC 4648) in lower case, without padding. */
function base32Of(bytes: Buffer): string {
  const digits = "abcdefghijklmnopqrstuvwxyz234567";
  let text = "";
  let rest = 0;
  let size = 0;
  for (const byte of bytes) {
    rest = (rest << 8) | byte;
    for (size += 8; size >= 5; size -= 5) text += digits[(rest >> (size - 5)) & 31];
    rest &= (1 << size) - 1;
  }
  return text;
}
