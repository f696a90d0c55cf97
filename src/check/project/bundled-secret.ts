/** Templates of a file of variables, which are published on purpose. */
const templates = /\.(?:example|sample|template|dist|defaults)$/;

/** Names of files in which programs keep secrets, in lower case. */
const secretNames: readonly RegExp[] = [
  /^\.env(?:\..+|rc)?$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/,
  /^\.(?:netrc|pgpass|pypirc|git-credentials|htpasswd|vault-token)$/,
  /\.(?:p12|pfx|jks|keystore|kdbx|ppk)$/,
];
/** The same, with the folder that they are in. */
const secretPaths = /(?:^|\/)(?:\.aws\/credentials|\.docker\/config\.json|\.kube\/config)$/;

const privateKey = /^-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/m;
/** A token of npm's registry in a `.npmrc`. One that an environment variable stands for isn't in the file. */
const npmToken = /^[^#;\n]*:_(?:authToken|auth|password)\s*=\s*(?!\$\{)\S/m;

/** Returns why a file must not be published, as a clause; `undefined` if nothing shows that it holds secrets. */
export function bundledSecret(path: string, text: string | undefined): string | undefined {
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf("/") + 1);
  const isSecret = secretPaths.test(lower) || (!templates.test(name) && secretNames.some((one) => one.test(name)));
  if (isSecret) return "files of this name hold secrets";
  if (text === undefined) return undefined;
  if (privateKey.test(text)) return "it holds a private key";
  return name === ".npmrc" && npmToken.test(text) ? "it holds a token" : undefined;
}
