import { type Definition, exampleTool, msg } from "../diagnostic.js";

/** Mistakes in a handler, in the spec and in the function's own file. */
export const handlerCodes = {
  "handler-form": {
    severity: "error",
    message: msg`'${"value"}' is not the name of a function in a file.`,
    help: "Write `./file.ts#export`. The path is relative to the spec's folder.",
    explanation:
      "A handler is a function that a TypeScript or JavaScript file exports: its path, which begins with `./` or `../`, a `#`, and the export's name.",
    example: exampleTool("handler: ./count.ts"),
  },
  "handler-outside": {
    severity: "error",
    message: msg`'${"path"}' leads out of the project.`,
    help: "Put the file itself, and not a link to it, into the project's folder.",
    explanation:
      "A build depends on the project's files alone, so a handler and the files that it imports by a path must be in the project. Packages are imported " +
      "by their names, from a `node_modules` of the project or above, or from the same Git repository.",
    example: exampleTool("handler: ../../count.ts#count"),
  },
  "handler-too-deep": {
    severity: "error",
    message: msg`'${"file"}', or a handler built with it, is nested too deeply for TypeScript's checker.`,
    help: "Write the code without expressions, types or chains of imports that are thousands of levels deep.",
    explanation: "TypeScript's checker compares handlers with their specs. It recurses over code, so some code exhausts it.",
    example: exampleTool("handler: ./count.ts#count"),
  },
  "key-beside-handler": {
    severity: "error",
    message: msg`'${"key"}' is for programs, and a handler runs this tool.`,
    help: "Remove it. The handler gets all arguments, and can ask Node for the platform.",
    explanation: "A handler is a function: its input is the checked call, and no program can replace it.",
    example: exampleTool("handler: ./count.ts#count\nstdin: text"),
  },
  "warm-without-handler": {
    severity: "error",
    message: msg`'warm' is for handlers, but this tool has no handler.`,
    help: "Remove it.",
    explanation: "Programs that run many calls keep the processes of handlers for later calls. A command is started for each call.",
    example: exampleTool("command: [echo, hello]\nwarm: false"),
  },
  "external-without-handler": {
    severity: "error",
    message: msg`'external' is about the bundle of a handler, but this tool has no handler.`,
    help: "Remove it.",
    explanation: "A build bundles handlers with the packages that they import, except for those in `external`. Nothing else is bundled.",
    example: exampleTool("command: [echo, hello]\nexternal: [better-sqlite3]"),
  },
  "external-missing": {
    severity: "error",
    message: msg`The package '${"name"}' of \`external\` can't be loaded from the project's node_modules: ${"why"}.`,
    help: "Install it in the project's folder.",
    explanation:
      "A bundle loads the packages in `external` when a call needs them, from a `node_modules` of the project or above, wherever they are imported. So a package that another one imports must be found there too.",
    example: exampleTool("handler: ./count.ts#count\nexternal: [no-such-package]"),
  },
  "external-unused": {
    severity: "warning",
    message: msg`The handler imports no package '${"name"}'.`,
    help: "Remove it from `external`, or correct the name.",
    explanation: "`external` names packages that the handler imports, itself or by another package. Any other name has no effect.",
    example: exampleTool("handler: ./count.ts#count\nexternal: [beter-sqlite3]"),
  },
  "handler-native": {
    severity: "error",
    message: msg`The package '${"name"}' loads a native add-on (${"why"}), which a bundle can't contain.`,
    help: "Name the package in `external` of the spec or toolgen.yaml.",
    explanation:
      "A native add-on is a library of one machine and one version of Node. A package that loads one stays in the project's `node_modules` by `external`, and calls load it from there.",
    example: exampleTool("handler: ./count.ts#count"),
  },
  "handler-beside": {
    severity: "warning",
    message: msg`The package '${"name"}' ${"what"} beside its code, where a bundle has none.`,
    help: "Name the package in `external` of the spec or toolgen.yaml.",
    explanation:
      "In a bundle, `__dirname` is the bundle's folder and `import.meta.url` is empty, so the package doesn't find its files. By `external`, it stays in the project's `node_modules`. The warning has no meaning where the handler gives the package that file another way.",
    example: exampleTool("handler: ./count.ts#count"),
  },
  "handler-no-disk": {
    severity: "error",
    message: msg`The handler '${"file"}' can't be compiled: the host has no access to the project's files on disk.`,
    help: "Compile with `nodeHost`, or a host that has a `folder`.",
    explanation: "esbuild and TypeScript read the files and the packages that they import, and need a real folder.",
    example: exampleTool("handler: ./count.ts#count"),
  },
  "handler-missing": {
    severity: "error",
    message: msg`There is no file '${"file"}'.`,
    help: "Create it, or run `toolgen new handler NAME` for a pair of spec and handler.",
    explanation: "The path of a handler is relative to the folder of its spec.",
    example: exampleTool("handler: ./no-such-file.ts#count"),
  },
  "handler-no-export": {
    severity: "error",
    message: msg`This file exports no '${"name"}'.`,
    help: "Export a function of this name, or name another after the `#`.",
    explanation: "The text after the `#` is the name of an export, `default` for the default export.",
    example: exampleTool("handler: ./count.ts#conut"),
  },
  "handler-no-function": {
    severity: "error",
    message: msg`'${"name"}' is not a function that can be called with (params, context). ${"why"}`,
    help: "Export a function with at most two parameters: the arguments, and `{ signal, update, cwd, secrets }`.",
    explanation: "A handler is called with two values: the checked arguments and a context.",
    example: exampleTool("handler: ./count.ts#count"),
  },
  "handler-mismatch": {
    severity: "error",
    message: msg`The ${"what"} doesn't match the spec. ${"why"}`,
    help: "Change the type, or the spec. The generated type of the arguments, `NameArgs`, and `HandlerContext` of 'toolgen/runtime' always match.",
    explanation:
      "TypeScript's checker compares the function's parameters with the values of a call: the arguments that the schema accepts, with defaults filled in, and the context.",
    example: exampleTool("handler: ./count.ts#count"),
  },
  "handler-signature": {
    severity: "error",
    message: msg`${"problem"}`,
    help: "Correct the types of the handler's parameters, because toolgen compares them with the spec's parameters.",
    explanation: "A type that isn't found would match anything. Your own type check reports mistakes elsewhere in the file.",
    example: exampleTool("handler: ./count.ts#count"),
  },
  "handler-bundle": {
    severity: "error",
    message: msg`${"problem"}`,
    help: "Install what isn't found, and correct the code that the message names.",
    explanation:
      "esbuild bundles a handler, so that a call needs no `node_modules`. It must find and read every imported file. Top-level `await` doesn't work in a bundle.",
    example: exampleTool("handler: ./count.ts#count"),
  },
  "handler-suspicious": {
    severity: "warning",
    message: msg`${"problem"}`,
    help: "Check this code: it can be bundled, but probably doesn't do what it seems to.",
    explanation: "esbuild warns about code that means something else in a bundle, or that does nothing.",
    example: exampleTool("handler: ./count.ts#count"),
  },
} as const satisfies Record<string, Definition>;

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
    message: msg`A body is one of json, form, multipart, text and file; found ${"found"}.`,
    help: "Keep one of them.",
    explanation: "A request has one body: JSON, the fields of a form, parts with files, a text, or a file.",
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

/** Mistakes in the call of an MCP server, and in `mcpServers` of toolgen.yaml. */
export const mcpCodes = {
  "mcp-server-form": {
    severity: "error",
    message: msg`A server has a \`command\` or a \`url\`: ${"problem"}.`,
    help: "Write `command`, with `args`, `cwd`, `pass` and `env`; or `url`, with `type` and `headers`.",
    explanation: "An MCP server is a program that is started, or an address that is reached over HTTP.",
    example: "version: 1\nmcpServers: { notes: { args: [--read-only] } }\n",
  },
  "unknown-mcp-server": {
    severity: "error",
    message: msg`There is no server '${"name"}' in \`mcpServers\` of toolgen.yaml.`,
    help: "Declare it there: `mcpServers: { NAME: { command: …, args: […] } }`.",
    explanation: "Each server is declared once, in toolgen.yaml, and its tools name it.",
    example: exampleTool("mcp: { server: notes, tool: count }"),
  },
  "key-beside-mcp": {
    severity: "error",
    message: msg`'${"key"}' is for programs and requests, and an MCP server runs this tool.`,
    help: "Remove it. The server's environment, folder and secrets are in `mcpServers` of toolgen.yaml.",
    explanation: "A server is shared by its tools, so what it is started with belongs to its entry.",
    example: exampleTool("mcp: { server: notes, tool: count }\ncwd: src"),
  },
  "sandbox-of-address": {
    severity: "error",
    message: msg`'sandbox' is for programs, and the MCP server '${"name"}' is an address.`,
    help: "Remove it, or declare a server that is a program: `mcpServers: { NAME: { command: … } }`.",
    explanation:
      "A sandbox confines a program on this machine. It can't confine a server elsewhere, and without network it would cut it off.",
    example: exampleTool("mcp: { server: pages, tool: count }\nsandbox: { network: true }"),
  },
} as const satisfies Record<string, Definition>;
