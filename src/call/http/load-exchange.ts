/**
 * The code that sends requests is larger than most handlers, so it is loaded for the first request. A bundle loads it
 * from `http.cjs` beside `call`.
 */
export const loadExchange = () => import("./exchange.js");
