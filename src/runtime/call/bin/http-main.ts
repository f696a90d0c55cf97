/** The exports of `http.cjs`: the requests of tools with `http`, and the requests of handlers. */

export { exchange } from "../../process/http/exchange.js";
export { sendCall } from "../send-call.js";
