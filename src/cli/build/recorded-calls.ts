/** A call whose compiled code is recorded: its tool, its arguments, and the settings of its user. */
export interface CallToRecord {
  readonly tool: string;
  readonly args: object;
  readonly settings?: object;
}

/**
 * Calls that compile the functions of usual calls, the most frequent first. Their tools do nothing: `echo` prints its
 * arguments, the handler returns a text, and the request is answered by the build itself.
 */
export const recordedCalls: readonly CallToRecord[] = [
  { tool: "echo_text", args: { text: "some text", count: 3, file: "toolgen.yaml", mode: "long", labels: ["a", "b"] } },
  { tool: "echo_text", args: { content: "some text", count: "3", path: "toolgen.yaml", labels: "a" } },
  { tool: "handle_text", args: { text: "some text", file: "toolgen.yaml" } },
  { tool: "fetch_text", args: { text: "some text" } },
  { tool: "echo_json", args: { text: "1" } },
  { tool: "echo_text", args: { text: "some text", count: 3 }, settings: { risk: { echo_text: "safe" } } },
  { tool: "echo_text", args: { count: "many" } },
];

const text = { type: "string", description: "A text.", minLength: 1 };
const file = { type: "string", description: "A file." };

/** The files of a project with these tools. `url` is answered with a JSON object. */
export const recordedProject = (url: string): Readonly<Record<string, string>> => ({
  "toolgen.yaml": "version: 1\n",
  "tools.d/handle-text.mjs": 'export const handleText = ({ text }) => `"${text}"`;\n',
  "tools.d/tools.yaml": [
    {
      name: "echo_text",
      description: "Print the arguments.",
      kind: "read",
      schema: {
        properties: {
          text,
          count: { type: "integer", description: "A number.", minimum: 1, default: 10 },
          file,
          mode: { type: "string", description: "A mode.", enum: ["short", "long"], default: "short" },
          labels: { type: "array", description: "Labels.", items: { type: "string" } },
        },
        required: ["text"],
      },
      aliases: { text: ["content"], file: ["path"] },
      paths: { file: "read" },
      command:
        "echo --count={{count}} --mode={{mode}} {{#if file}}--file={{file}}{{/if}} {{#each labels}}--label={{this}}{{/each}} -- {{text}}",
    },
    {
      name: "echo_json",
      description: "Print a number.",
      kind: "read",
      schema: { properties: { text }, required: ["text"] },
      command: "echo {{text}}",
      output: { format: "json", maxLines: 1 },
    },
    {
      name: "handle_text",
      description: "Quote a text.",
      kind: "read",
      schema: { properties: { text, file }, required: ["text"] },
      paths: { file: "read" },
      handler: "./handle-text.mjs#handleText",
    },
    {
      name: "fetch_text",
      description: "Fetch a text.",
      kind: "fetch",
      schema: { properties: { text }, required: ["text"] },
      http: { url: `${url}/items/{{text}}`, allowPrivate: ["127.0.0.1"] },
      output: { format: "json", select: "/text" },
    },
  ]
    .map((spec) => JSON.stringify(spec))
    .join("\n---\n"),
});
