/** A program that was ended, and its time limit. */
export interface NamedTimeout {
  readonly program: string;
  readonly timeoutMs: number;
}

export const timeoutText = ({ program, timeoutMs }: NamedTimeout): string =>
  `${program} was ended: it took longer than ${duration(timeoutMs)}.`;

function duration(ms: number): string {
  if (ms % 60_000 === 0 && ms > 60_000) return `${ms / 60_000} minutes`;
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}
