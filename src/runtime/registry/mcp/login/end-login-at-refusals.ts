import { parseErrorResponse } from "@modelcontextprotocol/client";
import type { authFetch } from "./auth-fetch.js";
import { LoginFailure, loginProblem } from "./login-problem.js";

type Fetch = ReturnType<typeof authFetch>;

/** The SDK would print a refusal by the token endpoint, and send the request once more. */
export const endLoginAtRefusals =
  (fetchFn: Fetch): Fetch =>
  async (address, init) => {
    const response = await fetchFn(address, init);
    if (!(init?.body instanceof URLSearchParams) || response.status < 400) return response;
    throw new LoginFailure(loginProblem(await parseErrorResponse(response)));
  };
