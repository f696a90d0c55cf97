import { type Consent, stricter, type Unattended, unattendedWords } from "./consent.js";
import { userConsent } from "./user-settings.js";

/**
 * What settings say of calls that are to be asked about where nobody can be: the stricter of what the project (`definition.consent`) and the user say; `undefined`: neither
 * says anything.
 */
export function unattendedIn(
  { name, consent }: { readonly name: string; readonly consent?: Consent },
  env: Readonly<Record<string, string | undefined>>,
): Unattended | undefined {
  const user = userConsent({ name }, env);
  return user.ok ? stricter(unattendedWords, consent?.unattended, user.consent.unattended) : "deny";
}
