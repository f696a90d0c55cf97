/** A scope of OAuth (RFC 6749, section 3.3): printable ASCII without space, quote and backslash. */
export const oauthScopePattern = /^[\x21\x23-\x5B\x5D-\x7E]+$/;
