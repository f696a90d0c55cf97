/** The exports of `http.cjs`: calls of tools with `http`, and the requests of handlers. */

export { exchange } from "../../process/http/exchange.js";
export { callHttp } from "../call-http.js";
