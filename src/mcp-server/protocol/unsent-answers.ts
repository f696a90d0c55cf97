import { FairShares } from "../fair-shares.js";

/** The most bytes that the resources and results in unsent answers may take together. */
export const maxUnsentBytes = 32 * 1024 * 1024;

/**
 * Limits the memory of resources that were read and of results of calls, until their answers are sent. A client that
 * doesn't receive its answers, or sends many requests in a batch, would otherwise fill it with a few bytes each.
 */
export class UnsentAnswers extends FairShares {
  constructor(maxBytes = maxUnsentBytes) {
    super({ ofAll: maxBytes, ofOne: maxBytes / 2 });
  }
}
