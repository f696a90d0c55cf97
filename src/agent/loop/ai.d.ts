/**
 * The AI SDK, as it is built without its declarations (`paths` in tsconfig.build.json): they need the browser's, and
 * don't compile under `exactOptionalPropertyTypes`.
 */
export {};
