import { type Definition, msg } from "../define.js";
import { tool } from "./example.js";

/** What can be wrong with the request of a tool. */
export const httpCodes = {
  "placeholder-host": {
    severity: "error",
    message: msg`The parameter '${"name"}' would choose whom the request goes to.`,
    help: "Write the scheme, the host and the port as they are, or let the parameter be an `enum` of them.",
    explanation: "Who chooses the host chooses who gets the request with its headers, and what it may reach. Only the author may do that.",
    example: tool('schema: { properties: { host: { type: string } } }\nhttp: { url: "https://{{host}}/status" }'),
  },
  "bad-url": {
    severity: "error",
    message: msg`A request can't be sent to this address: ${"problem"}.`,
    help: "Write it whole: `https://host/path`. Values may stand in the path and in the query.",
    explanation:
      "A request needs a scheme, http or https, and a host. What a server isn't sent or what would be seen by others can't be in it.",
    example: tool("http: { url: api.example.com/status }"),
  },
  "one-body": {
    severity: "error",
    message: msg`A body is one of json, form and text; found ${"found"}.`,
    help: "Keep one of them.",
    explanation: "A request has one body: JSON, the fields of a form, or a text.",
    example: tool("http: { method: POST, url: https://api.example.com/notes, body: { json: { a: 1 }, text: a } }"),
  },
  "body-without-method": {
    severity: "error",
    message: msg`A ${"method"} request has no body.`,
    help: "Write the method that takes one, such as `method: POST`, or put the values into `query`.",
    explanation: "GET, the default, and HEAD ask for something. What is sent with them is refused or ignored by many servers.",
    example: tool("http: { url: https://api.example.com/notes, body: { text: a } }"),
  },
  "header-not-yours": {
    severity: "error",
    message: msg`The header '${"name"}' follows from the address, the body or the connection.`,
    help: "Leave it out.",
    explanation: "Headers such as Host, Content-Length and Connection say how a request is sent, which is decided where it is sent.",
    example: tool("http: { url: https://api.example.com/notes, headers: { Host: example.org } }"),
  },
  "duplicate-header": {
    severity: "error",
    message: msg`'${"name"}' and '${"first"}' are the same header.`,
    help: "Keep one of the two.",
    explanation: "Names of headers are the same in capitals and in small letters.",
    example: tool("http: { url: https://api.example.com/notes, headers: { Accept: text/plain, accept: text/html } }"),
  },
  "key-of-program": {
    severity: "error",
    message: msg`'${"key"}' is for programs, and this tool runs by a request.`,
    help: "Leave it out. What a request takes stands under `http`; what its answers mean, under `statusCodes`.",
    explanation: "A request has no standard input, no environment and no working directory, and it prints nothing but its answer.",
    example: tool("http: { url: https://api.example.com/notes }\nstdin: a"),
  },
  "key-of-request": {
    severity: "error",
    message: msg`'${"key"}' is for requests, and this tool makes none.`,
    help: "Write `exitCodes` for what the exit codes of a program mean.",
    explanation: "Status codes are those of HTTP. A program has exit codes.",
    example: tool("command: [wc, -l]\nstatusCodes: { 404: No such page. }"),
  },
} as const satisfies Record<string, Definition>;
