// Tells of each schema in a JSON array on standard input whether the real client finds a cycle in it.
import { readFileSync } from "node:fs";
import { hasCycleInSchema } from "@google/gemini-cli-core";

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(hasCycleInSchema)));
process.exit();
