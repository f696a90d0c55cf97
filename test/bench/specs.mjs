/** Tools as projects have them: one to a file, five to nine parameters, aliases and paths. The same number gives the same tool everywhere. */

const verbs = ["search", "list", "show", "count", "compare", "export", "render", "inspect", "format", "summarise"];
const nouns = ["files", "commits", "tables", "logs", "images", "services", "reports", "packages", "tickets", "pages", "metrics"];

/** The name of the tool number `index`. */
export const toolName = (index) => `${verbs[index % verbs.length]}_${nouns[index % nouns.length]}_${String(index).padStart(4, "0")}`;

/** A call of any of the tools as a model would send it: with an alias for the path and a number as text. */
export const sampleCall = { file: "notes.txt", pattern: "TODO", limit: "20", labels: ["a", "b"] };

/** The command that a call with `sampleCall` runs, for the floor. */
export const sampleCommand = ["/bin/echo", "--limit=20", "--label=a", "--label=b", "--pattern=TODO", "--", "notes.txt"];

export function toolSpec(index) {
  const name = toolName(index);
  const [verb, noun] = name.split("_");
  return {
    name,
    description:
      `${verb[0].toUpperCase()}${verb.slice(1)} ${noun} below a file or folder of the workspace. Use it when the question names ${noun}, ` +
      `and before changing any. It returns one line for each of the ${noun} found, at most as many as the limit allows, newest first.`,
    kind: "read",
    schema: schemaOf(index),
    aliases: { path: ["file", "file_path", "target"], limit: ["max_results", "count"], labels: ["tags"] },
    paths: { path: "read" },
    command: [
      "/bin/echo",
      "--limit={{limit}}",
      "{{#if recursive}}--recursive{{/if}}",
      "{{#each labels}}--label={{this}}{{/each}}",
      "--pattern={{pattern}}",
      ...extras(index).map(({ key }) => `--${key}={{${key}}}`),
      ["--", "{{path}}"],
    ],
    exitCodes: { 1: `No ${noun} match.` },
    timeout: `${20 + (index % 5) * 10}s`,
  };
}

/** Varies by number: between five and nine properties, of which some are nested. */
export function schemaOf(index) {
  return {
    type: "object",
    properties: {
      path: { type: "string", minLength: 1, description: "File or folder to look at, relative to the workspace." },
      pattern: { type: "string", minLength: 1, maxLength: 200, description: "Text that a line must contain to be shown." },
      limit: { type: "integer", minimum: 1, maximum: 1000 + (index % 7) * 100, default: 50, description: "The most lines to return." },
      recursive: { type: "boolean", default: false, description: "Also look into the folders below." },
      labels: { type: "array", items: { type: "string", pattern: "^[a-z][a-z0-9-]*$" }, maxItems: 10, description: "Only these labels." },
      ...Object.fromEntries(extras(index).map(({ key, schema }) => [key, schema])),
    },
    required: ["path"],
    additionalProperties: false,
  };
}

function extras(index) {
  const all = [
    { key: "format", schema: { type: "string", enum: ["text", "json", "table"], description: "How the lines are written." } },
    { key: "since", schema: { type: "string", format: "date", description: "Nothing older than this day." } },
    { key: "threshold", schema: { type: "number", minimum: 0, maximum: 1, description: "Leave out what scores lower than this." } },
    { key: "author", schema: { type: "string", pattern: "^[A-Za-z][A-Za-z .]*$", description: "Only what this person wrote." } },
  ];
  return all.filter((_, bit) => ((index + 1) >> bit) & 1);
}
