import { createPrivateKey, type KeyObject } from "node:crypto";
import { isAbsolute } from "node:path";
import { errorCode } from "../../contract/process.js";
import { ExposedFile, readProtectedFile } from "../../contract/user-file.js";
import { LoginFailure } from "../auth-fetch.js";

/** Where the secret of a client is, which neither settings nor arguments of programs have. */
export interface SecretSource {
  /** The name of an environment variable. */
  readonly secretEnv?: string | undefined;
  /** The absolute path of a file. */
  readonly secretFile?: string | undefined;
}

/** Returns a client's secret. Throws a `LoginFailure` if it can't be read. */
export function readClientSecret(
  { secretEnv, secretFile }: SecretSource,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (secretEnv !== undefined) {
    const secret = env[secretEnv];
    if (!secret) throw new LoginFailure(`The variable ${secretEnv}, which has the secret of its OAuth client, is not set.`);
    return secret;
  }
  if (secretFile === undefined) return undefined;
  const secret = readSecretFile(secretFile, "the secret").trim();
  if (secret === "") throw new LoginFailure(`The file ${secretFile}, which has the secret of its OAuth client, is empty.`);
  return secret;
}

/** A private key in the form that signs, and its algorithm (RFC 7518). */
export interface SigningKey {
  readonly privateKey: Record<string, unknown>;
  readonly algorithm: string;
}

/** Returns the private key of a PEM file. By default the algorithm is the usual one of such keys. */
export function readSigningKey(file: string, algorithm?: string): SigningKey {
  const pem = readSecretFile(file, "the private key");
  const key = parseKey(pem);
  if (key === undefined) throw new LoginFailure(`The file ${file} has no private key in PEM without a passphrase.`);
  const usual = usualAlgorithm(key);
  if (algorithm === undefined && usual === undefined)
    throw new LoginFailure(`The key in ${file} is of the type ${key.asymmetricKeyType}, which signs no tokens.`);
  return { privateKey: { ...key.export({ format: "jwk" }) }, algorithm: algorithm ?? usual ?? "" };
}

function readSecretFile(file: string, what: string): string {
  const subject = `The file ${file}, which has ${what} of its OAuth client,`;
  if (!isAbsolute(file)) throw new LoginFailure(`${subject} is not named by an absolute path.`);
  try {
    return readProtectedFile(file, "nothing").toString("utf8");
  } catch (error) {
    if (error instanceof ExposedFile) throw new LoginFailure(`${subject} is open to other users. Run: chmod go= ${file}`);
    const code = errorCode(error);
    throw new LoginFailure(`${subject} can't be read${code === undefined ? "" : ` (${code})`}.`);
  }
}

function parseKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

const ofCurve: Readonly<Record<string, string>> = { prime256v1: "ES256", secp384r1: "ES384", secp521r1: "ES512" };

function usualAlgorithm({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): string | undefined {
  if (type === "rsa") return "RS256";
  return type === "ed25519" ? "EdDSA" : ofCurve[details?.namedCurve ?? ""];
}
