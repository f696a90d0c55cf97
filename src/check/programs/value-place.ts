import { type PlaceClass, placeClasses } from "../../model/place-class.js";
import type { GuardKind } from "../../runtime/contract/definition.js";

/** The class of one place. */
export interface ValuePlace {
  readonly class: PlaceClass;
  /** The value is data as long as it doesn't look like this. */
  readonly guard?: GuardKind;
}

/** The one of two places in which a value can do more. */
export const worse = (a: ValuePlace, b: ValuePlace): ValuePlace => (placeClasses.indexOf(a.class) >= placeClasses.indexOf(b.class) ? a : b);
