/** The exports of `http.cjs`: the requests of tools with `http`, and the requests of handlers. */

export { exchange } from "../http/exchange.js";
export { sendCall } from "../http/send-call.js";
