import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import type { McpOAuthSettings } from "../mcp-connection.js";
import type { LoginClient } from "../stored-login.js";
import { clientInformation } from "./refresh-login.js";

export interface LoginProviderOptions {
  readonly oauth: McpOAuthSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly redirectUrl: string;
  readonly state: string;
}

/** The results of a login that has succeeded. */
interface LoginResults {
  readonly tokens: StoredOAuthTokens;
  readonly client: LoginClient;
  readonly discovered: OAuthDiscoveryState;
  readonly resource: string | undefined;
}

/**
 * The state of one login, for the SDK's flow. It begins without tokens, so nothing is refreshed, and it is kept in
 * memory until the login has succeeded.
 */
export class LoginProvider implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadataUrl?: string;
  authorizationUrl: URL | undefined;
  readonly #options: LoginProviderOptions;
  readonly #check: (state: OAuthDiscoveryState) => void;
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #verifier = "";
  #discovered: OAuthDiscoveryState | undefined;
  #resource: string | undefined;

  constructor(options: LoginProviderOptions, check: (state: OAuthDiscoveryState) => void) {
    this.#options = options;
    this.#check = check;
    this.redirectUrl = options.redirectUrl;
    const { clientId, clientMetadataUrl } = options.oauth;
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl;
    if (clientId !== undefined) this.#client = clientInformation({ id: clientId, ...secretSource(options.oauth) }, options.env);
  }

  get clientMetadata() {
    return {
      client_name: "toolgen",
      redirect_uris: [this.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    };
  }

  state(): string {
    return this.#options.state;
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.#client;
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#client = client;
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#tokens;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.#tokens = tokens;
  }

  redirectToAuthorization(address: URL): void {
    this.authorizationUrl = address;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#check(state);
    this.#discovered = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovered;
  }

  saveResourceUrl(resource: string): void {
    this.#resource = resource;
  }

  /** Returns everything that is kept of a login that has succeeded. */
  results(): LoginResults {
    const [tokens, client, discovered] = [this.#tokens, this.#client, this.#discovered];
    if (tokens === undefined || client === undefined || discovered === undefined) throw new Error("The login has not ended.");
    return { tokens, client: this.#kept(client), discovered, resource: this.#resource };
  }

  /** A secret of the user's own stays where it is. */
  #kept(client: StoredOAuthClientInformation): LoginClient {
    const { oauth } = this.#options;
    const source = secretSource(oauth);
    const method = "token_endpoint_auth_method" in client ? client.token_endpoint_auth_method : undefined;
    return {
      id: client.client_id,
      ...(source !== undefined && oauth.clientId !== undefined
        ? source
        : client.client_secret !== undefined && { secret: client.client_secret }),
      ...(method !== undefined && { authMethod: method }),
    };
  }
}

/** Where the user's client has its secret; `undefined` for one without. */
function secretSource({ clientSecretEnv, clientSecretFile }: McpOAuthSettings) {
  if (clientSecretEnv !== undefined) return { secretEnv: clientSecretEnv };
  return clientSecretFile === undefined ? undefined : { secretFile: clientSecretFile };
}
