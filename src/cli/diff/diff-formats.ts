/** The formats of `toolgen diff`: for users, as a JSON object, and as a comment for a pull request. */
export const diffFormats = ["pretty", "json", "markdown"] as const;
export type DiffFormat = (typeof diffFormats)[number];
