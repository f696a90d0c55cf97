/** Counts the steps of a computation that may take too many. */
export interface StepLimit {
  /** Returns false if no steps remain. */
  readonly take: (steps: number) => boolean;
  readonly isExhausted: () => boolean;
}

/** A limit within another limit takes its steps from both. */
export function stepLimit(max: number, whole?: StepLimit): StepLimit {
  let remaining = max;
  const isExhausted = () => remaining <= 0 || whole?.isExhausted() === true;
  return {
    take(steps) {
      remaining -= steps;
      whole?.take(steps);
      return !isExhausted();
    },
    isExhausted,
  };
}
