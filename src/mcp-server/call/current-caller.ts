import type { NetworkCaller } from "../fair-shares.js";
import { currentExchange } from "./call-signal.js";

/** The caller of the request that is being answered. */
export const currentCaller = (principal: string): NetworkCaller => ({ principal, network: currentExchange()?.network });
