/** What `http.cjs` holds: calls of tools whose specs have `http`, and the requests of handlers. */

export { exchange } from "../../process/http/exchange.js";
export { callHttp } from "../call-http.js";
