import type { LossEffect, SchemaLoss } from "./dialect.js";
import type { Portability } from "./portability-of.js";

/** Returns true if a client or an API loses something of a tool. */
export const losesAny = ({ losses, isShortened }: Portability) => losses.length > 0 || isShortened;

const effects: Readonly<Record<LossEffect, string>> = {
  dropped: "lost",
  described: "in words",
  loosened: "looser",
  shortened: "cut",
  impossible: "can't be said",
};

/** The losses in words, by path: `files[]: pattern, maxLength lost`. */
export function describeLosses({ losses, isShortened, name }: Portability): readonly string[] {
  const isSame = (a: SchemaLoss, b: SchemaLoss) => a.path === b.path && a.effect === b.effect;
  const firsts = losses.filter((loss, index) => losses.findIndex((other) => isSame(other, loss)) === index);
  const lines = firsts.map((first) => {
    const keywords = losses.filter((loss) => isSame(loss, first)).map(({ keyword }) => keyword);
    return `${first.path === "" ? "" : `${first.path}: `}${keywords.join(", ")} ${effects[first.effect]}`;
  });
  return isShortened ? [`the name ${name} is shortened`, ...lines] : lines;
}
