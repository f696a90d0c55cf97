import { type Definition, msg } from "../define.js";
import { exampleTool } from "./example-tool.js";

/** Mistakes in the request of a tool. */
export const httpCodes = {
  "placeholder-host": {
    severity: "error",
    message: msg`The parameter '${"name"}' would choose the server that gets the request.`,
    help: "Write the scheme, the host and the port literally, or make the parameter an `enum`.",
    explanation: "The host gets the request with its headers, so only the author may choose it.",
    example: exampleTool('schema: { properties: { host: { type: string } } }\nhttp: { url: "https://{{host}}/status" }'),
  },
  "bad-url": {
    severity: "error",
    message: msg`A request can't be sent to this address: ${"problem"}.`,
    help: "Write the whole address: `https://host/path`. Values are allowed in the path and in the query.",
    explanation: "A request needs a scheme, http or https, and a host. Its address can't contain a fragment or credentials.",
    example: exampleTool("http: { url: api.example.com/status }"),
  },
  "one-body": {
    severity: "error",
    message: msg`A body is one of json, form and text; found ${"found"}.`,
    help: "Keep one of them.",
    explanation: "A request has one body: JSON, the fields of a form, or a text.",
    example: exampleTool("http: { method: POST, url: https://api.example.com/notes, body: { json: { a: 1 }, text: a } }"),
  },
  "body-without-method": {
    severity: "error",
    message: msg`A ${"method"} request has no body.`,
    help: "Use a method with a body, such as `method: POST`, or put the values into `query`.",
    explanation: "Many servers refuse or ignore a body of GET, the default, and HEAD.",
    example: exampleTool("http: { url: https://api.example.com/notes, body: { text: a } }"),
  },
  "header-not-yours": {
    severity: "error",
    message: msg`The header '${"name"}' follows from the address, the body or the connection.`,
    help: "Leave it out.",
    explanation: "Headers such as Host, Content-Length and Connection describe how a request is sent, and are set when it is sent.",
    example: exampleTool("http: { url: https://api.example.com/notes, headers: { Host: example.org } }"),
  },
  "duplicate-header": {
    severity: "error",
    message: msg`'${"name"}' and '${"first"}' are the same header.`,
    help: "Keep one of the two.",
    explanation: "Names of headers are case-insensitive.",
    example: exampleTool("http: { url: https://api.example.com/notes, headers: { Accept: text/plain, accept: text/html } }"),
  },
  "key-of-program": {
    severity: "error",
    message: msg`'${"key"}' is for programs, and a request runs this tool.`,
    help: "Leave it out. `http` has the keys of a request, and `statusCodes` the meaning of responses.",
    explanation: "A request has no standard input, no environment and no working directory, and its only output is the response.",
    example: exampleTool("http: { url: https://api.example.com/notes }\nstdin: a"),
  },
  "key-of-request": {
    severity: "error",
    message: msg`'${"key"}' is for requests, but this tool doesn't make one.`,
    help: "Remove it. The exit codes of a program are in `exitCodes`.",
    explanation: "HTTP responses have status codes and headers. A program has exit codes.",
    example: exampleTool("command: [wc, -l]\nstatusCodes: { 404: No such page. }"),
  },
  "glued-list": {
    severity: "error",
    message: msg`'each' writes the elements of '${"name"}' one after the other, with nothing between them.`,
    help: 'Write the list alone, `"{{tags}}"`, to repeat the entry for each element, or {{join tags ","}} for one text.',
    explanation:
      "A server couldn't tell where an element ends: `1` and `2` would be `12`. An entry of a query or a form that is only a list is repeated: `tags=1&tags=2`.",
    example: exampleTool(
      "schema: { properties: { tags: { type: array, items: { type: string } } } }\nhttp: { url: https://api.example.com/notes, query: { tags: 'all {{#each tags}}{{this}}{{/each}}' } }",
    ),
  },
} as const satisfies Record<string, Definition>;
