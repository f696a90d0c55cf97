/** The implementations that a new tool can start with. */
export const scaffoldKinds = ["command", "shell", "http", "mcp", "handler"] as const;
export type ScaffoldKind = (typeof scaffoldKinds)[number];

/** Documents besides tools that `toolgen new` can start. */
export const documentKinds = ["prompt", "resource"] as const;
export type DocumentKind = (typeof documentKinds)[number];
