import { createHash } from "node:crypto";
import { sortedJson } from "../runtime/json/sorted-json.js";

/** Short enough to be read past, and long enough that no two values of a project share one by chance. */
const hashLength = 16;

/** Stands for a value in a surface whose text says nothing to people. */
export const hashOf = (value: unknown): string => createHash("sha256").update(sortedJson(value)).digest("hex").slice(0, hashLength);
