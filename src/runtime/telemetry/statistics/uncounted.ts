import type { CallContext } from "../../contract/call.js";

/** Returns the context of a call whose mistakes were counted before, or shouldn't count. */
export const uncounted = <Context extends Pick<CallContext, "env">>(context: Context): Context => ({
  ...context,
  env: { ...context.env, TOOLGEN_REPAIRS: undefined },
});
