import type { ServerContext } from "@modelcontextprotocol/server";

/** Returns the caller as authenticated over HTTP. Without authentication all callers are one principal: "". */
export const principalOf = ({ http }: ServerContext): string => http?.authInfo?.clientId ?? "";
