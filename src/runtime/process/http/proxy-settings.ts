import type { ConnectionOptions } from "./connections.js";

/** The values of `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, in lower or upper case; empty if they aren't set. */
export interface ProxySettings {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

export function proxySettings(env: ConnectionOptions["env"]): ProxySettings {
  const variable = (name: string) => env[name.toLowerCase()] ?? env[name] ?? "";
  return { httpProxy: variable("HTTP_PROXY"), httpsProxy: variable("HTTPS_PROXY"), noProxy: variable("NO_PROXY") };
}

/** Returns true if a proxy is named, which may be for other hosts. */
export const namesProxy = ({ httpProxy, httpsProxy }: ProxySettings): boolean => httpProxy !== "" || httpsProxy !== "";
