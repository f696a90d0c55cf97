/** A form of a secret that is searched for, in the alphabet in which a text is searched. */
export interface SecretForm {
  readonly bytes: Uint8Array;
  /** True if the characters just before it also hold some of its bits. */
  readonly before: boolean;
  readonly after: boolean;
}

/** The forms of some secrets: as text, in base64, and in hexadecimal digits. */
export interface SecretForms {
  readonly text: readonly SecretForm[];
  readonly base64: readonly SecretForm[];
  readonly hex: readonly SecretForm[];
}

/** A shorter secret isn't redacted: it would match all over ordinary text, and the gaps would reveal it. */
const minCharacters = 4;
/** A line of a secret is redacted by itself from this length on, for example in a private key. */
const minLine = 16;

/**
 * Lists the forms in which programs print secrets (docs/spec.md). Escapes of URLs, HTML and JSON are decoded before a
 * text is searched.
 */
export function secretForms(secrets: readonly string[]): SecretForms {
  const values = new Set(secrets.flatMap((secret) => [secret, secret.trim(), ...longLines(secret)]).filter(isLongEnough));
  const bytes = [...values].map((value) => Buffer.from(value));
  // In a form that a browser sends, a space is a plus.
  const text = [...values, ...[...values].map((value) => value.replaceAll(" ", "+"))];
  return {
    text: [...new Set(text)].map((value) => whole(Buffer.from(value))),
    base64: bytes.flatMap(base64Forms),
    hex: bytes.map((value) => whole(Buffer.from(value.toString("hex")))),
  };
}

const isLongEnough = (secret: string) => secret.trim().length >= minCharacters;

function longLines(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n/).map((line) => line.trim());
  return lines.length === 1 ? [] : lines.filter((line) => line.length >= minLine && !line.startsWith("-----"));
}

const whole = (bytes: Uint8Array): SecretForm => ({ bytes, before: false, after: false });

/**
 * Base64 writes three bytes in four characters, so the same bytes look different with 0, 1 or 2 bytes before them in
 * their group. For each alignment these are the characters that depend on the secret alone.
 */
function base64Forms(secret: Buffer): readonly SecretForm[] {
  return [0, 1, 2].map((offset) => {
    const bits = 8 * (offset + secret.length);
    const encoded = Buffer.concat([Buffer.alloc(offset), secret]).toString("base64");
    const own = encoded.slice(Math.ceil((8 * offset) / 6), Math.floor(bits / 6));
    return { bytes: Buffer.from(own), before: offset > 0, after: bits % 6 !== 0 };
  });
}
