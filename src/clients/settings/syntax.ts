/** The syntax of a settings file, as its client reads it. */
export type Syntax = { readonly kind: "json"; readonly comments: boolean; readonly trailingCommas: boolean } | { readonly kind: "toml" };

/** Neither comments nor trailing commas: with one of them, the client ignores the file, or doesn't start. */
export const strictJson: Syntax = { kind: "json", comments: false, trailingCommas: false };

/** Comments, but no trailing commas. */
export const commentedJson: Syntax = { kind: "json", comments: true, trailingCommas: false };

/** Comments and trailing commas. */
export const lenientJson: Syntax = { kind: "json", comments: true, trailingCommas: true };

export const toml: Syntax = { kind: "toml" };
