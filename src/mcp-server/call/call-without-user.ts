import type { ServerState } from "../server-state.js";
import type { ServedCall } from "./served-call.js";

type Request = Pick<ServedCall<never>, "found" | "args" | "signal" | "slot"> & { readonly principal: string };

/**
 * Makes a call whose user can't be asked: the reading of a resource, or the tool that stops a task. A call that needs
 * confirmation is refused.
 */
export function callWithoutUser(request: Request, state: ServerState): ServedCall<never> {
  return {
    ...request,
    isRepeated: true,
    client: { canElicit: false, asksItself: false, approvals: state.approvalsOf(request.principal) },
    ask: () => Promise.reject(new Error(`${request.found.tool.definition.name} has no user who can be asked`)),
  };
}
