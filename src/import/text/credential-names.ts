import { wordsIn } from "../imported-tool.js";

/** Words that end the names of secrets by themselves: `client_secret`, `--src-password`, `--dest-creds`. */
const secretWord =
  /^(?:\w*passw(?:or)?ds?|\w*passphrases?|passcode|pwd|pass|pw|opw|passin|passout|\w*secrets?|creds|credentials?|authorization|auth|bearer|jwt)$/;
const tokenWord = /^\w*token$/;

/** Tokens that lead to more of a list, or name a device or a request. */
const plainTokens =
  /^(?:page|next|prev|previous|first|last|continuation|continue|sync|delta|cursor|start|starting|resume|resumption|pagination|paging|list|offset|marker|scroll|after|before|device|push|registration|fcm|apns|idempotency|idempotent|client_request|request|sort|public|stop|csrf|xsrf|max|min)$/;

/** Keys that open something, by the word before: `xi_api_key`, `Ocp-Apim-Subscription-Key`. */
const secretKeys =
  /^(?:api|access|secret|private|auth|authentication|authorization|encryption|decryption|master|account|signing|shared|subscription|licen[cs]e|consumer|app|application|admin|functions|rapidapi|developer|ingest|cert|ssh|tls|ssl)$/;
const joinedKeys = /^(?:x?api|access|secret|private|auth|signing|subscription|consumer|app|rapidapi)key$/;

/** Words behind a secret's name that leave it one: `password_confirmation`, `api_key_value`. */
const trailing = /^(?:value|confirmation|confirm|again|repeat|base64|b64|plain|plaintext|string|header|cleartext|hash)$/;

/** Names that are credentials if the document says so in other ways: `key`, `appid`. */
const doubtful =
  /^(?:key|\w+_key|appid|app_id|application_id|client_id|sid|pat|signature|sig|license|user_?name|login|account_sid|session|session_id)$/;

/**
 * Says if a name is one of a credential. `maybe` is one for which a description, or its standing in most of a
 * document's operations, decides.
 */
export function credentialName(name: string): "sure" | "maybe" | undefined {
  const all = wordsIn(name);
  const words = [...all];
  while (words.length > 1 && trailing.test(words.at(-1) ?? "")) words.pop();
  const last = words.at(-1) ?? "";
  const before = words.at(-2) ?? "";
  if (secretWord.test(last)) return "sure";
  if (tokenWord.test(last))
    return words.some((word) => plainTokens.test(word)) || plainTokens.test(last.replace(/token$/, "")) ? undefined : "sure";
  if (joinedKeys.test(last) || (last === "key" && secretKeys.test(before))) return "sure";
  return doubtful.test(words.join("_")) ? "maybe" : undefined;
}

/** Words beside tokens that a mail or a link brings. */
const linkWord =
  /^(?:(?:passwords?)?reset\w*|recover\w*|forgot\w*|invit\w*|confirm\w*|verif\w*|unsubscri\w*|optout|signup|activation|activate|shared?)$/;
/** Words before `token` that name one for signing in, whatever the path does with it. */
const signsIn = /^(?:x?api|access|auth\w*|oauth\w*|bearer|bot|refresh|session|secret|private|client|personal|service|admin|security)$/;

/** Returns true for the token of a link, by its name, its description or the steps of its path. */
export function isLinkToken(name: string, { description, path }: { readonly description: string; readonly path: string }): boolean {
  const words = wordsIn(name);
  const last = words.at(-1) ?? "";
  const before = [...words.slice(0, -1), last.replace(/token$/, "")];
  if (!tokenWord.test(last) || before.some((word) => signsIn.test(word))) return false;
  const steps = path.split("/");
  const at = steps.findIndex((step) => step.includes(`{${name}}`));
  // Behind a token within a step (`/bot{token}/resetHook`), and further on, is what is done with it.
  const next = steps[at] === `{${name}}` ? wordsIn(steps[at + 1] ?? "") : [];
  // `sign_up` and `opt-out` are one word.
  const earlier = steps.slice(0, at).flatMap((step) => [...wordsIn(step), wordsIn(step).join("")]);
  const around = [...earlier, ...(next.length === 1 ? next : [])];
  return [...before, ...around, ...wordsIn(description.slice(0, 160))].some((word) => linkWord.test(word));
}

/** The beginning of a description that says what a value is; what follows may be about anything. */
const credential =
  /^\W*(?:(?:your|the|an?|valid|personal|bot|user|app|user's|account|plaid|private|secret|required|optional|string) )*(?:[\w.-]+ ){0,2}?(?:api|access|secret|auth|authentication|authorization|bearer|subscription|license)[ -]?(?:keys?|tokens?|secrets?|credentials?)\b(?! (?:id|identifier|name|type|to (?:delete|revoke|update|get)))/i;
const authenticates = /\b(?:authenticat(?:e|es|ion)|authoriz(?:e|es|ation)|credentials?)\b/i;

/** Returns true if a description says that a token leads to more of a list. */
export const describesPaging = (description: string): boolean =>
  /\b(?:pages?|paginat\w*|next|previous|continu\w*|cursor|resum\w*|results)\b/i.test(description.slice(0, 160));

/** Returns true if a description says that its value is a credential. */
export const describesCredential = (description: string): boolean => credential.test(description.slice(0, 160));

/** Returns true if a description has words of authentication, which decide about a doubtful name. */
export const mentionsAuthentication = (description: string): boolean =>
  describesCredential(description) || authenticates.test(description.slice(0, 300));

/** Names of variables, headers and parameters whose value is a secret. */
export const secretName = /(?:key|token|secret|passw(?:or)?d|pwd|credentials?|auth(?:orization)?|cookie|session|pat)$/i;

/** An option for a secret, which is in the same word or in the next. */
const option = /^(--?(?:[\w-]+-)?(?:api-?key|token|secret|password|credentials?))(?:=.+)?$/i;
/** `TOKEN=…` and `--env=TOKEN=…`, as container programs take variables, and `Authorization: …`, a header. */
const assignment = /^(?:--?[\w-]+=)?([A-Za-z_][\w-]*)(?:=|:\s)./;
const userOfAddress = /^(?:--?[\w-]+=)?[a-z][a-z0-9+.-]*:\/\/[^/?#\s]*:[^/?#\s]*@/i;
const query = /[?&]([\w.-]+)=[^&#\s]/g;

/**
 * Finds a secret in a word of a command line, an address, or the value of a variable. Returns the words that name it,
 * and never the secret itself.
 */
export function findSecret(word: string): string | undefined {
  const named = [option.exec(word)?.[1], assignment.exec(word)?.[1], ...parametersOf(word)].find(
    (name) => name !== undefined && secretName.test(name),
  );
  return named ?? (userOfAddress.test(word) ? "the address with a password" : undefined);
}

const parametersOf = (word: string) => (word.includes("://") ? [...word.matchAll(query)].map(([, name]) => name) : []);
