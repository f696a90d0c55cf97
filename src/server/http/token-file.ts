import { createHash } from "node:crypto";
import { type AuthInfo, OAuthError, OAuthErrorCode, type OAuthTokenVerifier } from "@modelcontextprotocol/server";
import { readProtectedFile } from "../../contract/user-file.js";
import { changeMark } from "../watch-file.js";

interface KnownToken {
  readonly name: string;
  /** In seconds since 1970; `undefined`: it doesn't expire. */
  readonly expires: number | undefined;
  readonly scopes: string[];
}

/** The SDK takes no token without an end. One without a date is checked again at each request. */
const requestSeconds = 60;

/**
 * Verifies bearer tokens by a file of their hashes, a line each: `NAME sha256:HEX [DATE] [scope:SCOPE]…`. The file is
 * read again when it changes, so that a token can be withdrawn while the server runs. Throws if it can't be read,
 * others may write it, or a line isn't of that form.
 */
export function tokenFile(path: string): OAuthTokenVerifier {
  let current = read(path);
  return {
    verifyAccessToken: async (token): Promise<AuthInfo> => {
      if (changeMark(path) !== current.mark) current = read(path);
      const found = current.tokens.get(createHash("sha256").update(token).digest("hex"));
      if (found === undefined) throw new OAuthError(OAuthErrorCode.InvalidToken, "The token is not known.");
      const expiresAt = found.expires ?? Math.floor(Date.now() / 1000) + requestSeconds;
      return { token, clientId: found.name, scopes: found.scopes, expiresAt };
    },
  };
}

const read = (path: string) => ({
  mark: changeMark(path),
  tokens: new Map(readTokenLines(path, readProtectedFile(path, "read").toString("utf8"))),
});

const tokenLine =
  /^(?<name>\S+)[ \t]+sha256:(?<hash>[\da-f]{64})(?:[ \t]+(?<date>\d{4}-\d\d-\d\d(?:T\S+)?))?(?<scopes>(?:[ \t]+scope:\S+)*)$/i;

function readTokenLines(path: string, text: string): readonly (readonly [hash: string, token: KnownToken])[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const content = line.trim();
    if (content === "" || content.startsWith("#")) return [];
    const { name = "", hash = "", date, scopes: words = "" } = tokenLine.exec(content)?.groups ?? {};
    const expires = date === undefined ? undefined : Date.parse(date) / 1000;
    if (name === "" || (expires !== undefined && Number.isNaN(expires)))
      throw new Error(
        `${path}:${index + 1}: this line does not name a token. Write 'NAME sha256:HEX', a date after it if the token expires, and 'scope:SCOPE' for each scope that it has.`,
      );
    const scopes = words.split(/[ \t]+scope:/i).slice(1);
    return [[hash.toLowerCase(), { name, expires, scopes }] as const];
  });
}
