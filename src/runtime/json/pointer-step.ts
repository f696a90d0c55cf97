/** Escapes a key as a step of a JSON Pointer (RFC 6901, section 3). */
export const pointerStep = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");
