import { OAuthClientFlowError, OAuthError, RegistrationRejectedError } from "@modelcontextprotocol/client";
import { quoteStart } from "../../quote-start.js";
import { InsecureAddressError } from "./auth-fetch.js";
import { LoginStorageError } from "./login-storage.js";

/** A login can't be made as the user or the server wants it; the message is for people. */
export class LoginFailure extends Error {
  override readonly name = "LoginFailure";
}

/** Describes why a login or its refresh failed, without any text of an answer that could contain a token. */
export function loginProblem(error: unknown): string {
  if (error instanceof LoginFailure || error instanceof InsecureAddressError || error instanceof LoginStorageError) return error.message;
  if (error instanceof OAuthError) {
    if (error.code === "access_denied") return "the user or the authorization server refused (access_denied).";
    if (error.code === "server_error") return "the authorization server failed (server_error).";
    const description = error.message === error.code ? "" : `, ${quoteStart(error.message, 200)}`;
    return `the authorization server answered ${quoteStart(error.code, 40)}${description}.`;
  }
  if (error instanceof RegistrationRejectedError)
    return `the authorization server registers no client (HTTP ${error.status}: ${quoteStart(error.body, 300)}). Name one with --client-id.`;
  if (error instanceof OAuthClientFlowError) return quoteStart(error.message, 300);
  if (error instanceof DOMException && error.name === "TimeoutError") return "it did not answer in time.";
  if (error instanceof TypeError)
    return `the server can't be reached: ${error.cause instanceof Error ? error.cause.message : error.message}.`;
  return "the server's answer is not what OAuth expects.";
}
