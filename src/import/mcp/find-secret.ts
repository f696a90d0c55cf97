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
