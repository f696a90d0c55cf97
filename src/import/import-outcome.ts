/** A value, or the reason why there is none: a sentence for users. */
export type ImportOutcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

export const found = <T>(value: T): ImportOutcome<T> => ({ ok: true, value });

export const failed = (problem: string): { readonly ok: false; readonly problem: string } => ({ ok: false, problem });
