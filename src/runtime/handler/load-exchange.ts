/** What sends requests is larger than most handlers: it is loaded when one sends the first. In a bundle, `http.cjs` beside the calls is read for it. */
export const loadExchange = () => import("../process/http/exchange.js");
