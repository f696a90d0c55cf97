import type { RunOutcome } from "../exec/outcome.js";

/** What stands where a secret was. */
const mark = "[secret]";

/** The outcome of a run without the secrets that it was given, in whatever form a program is likely to print them. */
export function blot(outcome: RunOutcome, secrets: readonly string[]): RunOutcome {
  if (secrets.length === 0) return outcome;
  if (!("stdout" in outcome)) return { ...outcome, message: blotText(outcome.message, secrets) };
  const forms = formsOf(secrets);
  return { ...outcome, stdout: blotBytes(outcome.stdout, forms), stderr: blotBytes(outcome.stderr, forms) };
}

/** A text without secrets. */
export function blotText(text: string, secrets: readonly string[]): string {
  return formsOf(secrets).reduce((rest, form) => rest.replaceAll(form, mark), text);
}

/** How a secret may look in an output: as it is, without white space around it, in JSON, in a URL, in base64; the longest first. */
export function formsOf(secrets: readonly string[]): readonly string[] {
  const forms = secrets.flatMap((secret) => {
    const bytes = Buffer.from(secret);
    const encoded = [bytes.toString("base64"), bytes.toString("base64url"), encodeURIComponent(secret.toWellFormed())];
    return [secret, secret.trim(), JSON.stringify(secret).slice(1, -1), ...encoded];
  });
  return [...new Set(forms)].filter((form) => form !== "").sort((a, b) => b.length - a.length);
}

function blotBytes(bytes: Buffer, forms: readonly string[]): Buffer {
  return forms.reduce((rest, form) => replaceBytes(rest, Buffer.from(form)), bytes);
}

function replaceBytes(bytes: Buffer, form: Buffer): Buffer {
  let at = bytes.indexOf(form);
  if (at === -1) return bytes;
  const kept: Buffer[] = [];
  let from = 0;
  for (; at !== -1; at = bytes.indexOf(form, from)) {
    kept.push(bytes.subarray(from, at), Buffer.from(mark));
    from = at + form.length;
  }
  return Buffer.concat([...kept, bytes.subarray(from)]);
}
