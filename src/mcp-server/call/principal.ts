import type { AuthInfo } from "@modelcontextprotocol/server";

/** Returns the caller as authenticated over HTTP. Without authentication all callers are one principal: "". */
export const principalOf = (authInfo: AuthInfo | undefined): string => authInfo?.clientId ?? "";
