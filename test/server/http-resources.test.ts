import { beforeAll, expect, it } from "vitest";
import { type WebServer, webServer } from "../call/http/web-server.js";
import { projectOf } from "../kit/project.js";
import { program, toolgen } from "../kit/toolgen.js";
import { connectSdk, sdkClientNames } from "./connect.js";
import { servedOverHttp } from "./http/connect-http.js";

let web: WebServer;
let project: string;
beforeAll(async () => {
  web = await webServer(({ url }, response) => {
    if (url.startsWith("/page/lost")) return void response.writeHead(404).end("No such page.");
    if (url.startsWith("/page/moved")) return void response.writeHead(302, { location: "http://127.0.0.2:1/inner" }).end();
    return void response.end(`This is ${url}.`);
  });
  project = projectOf({
    "tools.d/all.yaml": `resource: page
uriTemplate: notes://page/{id}{?size}
description: A page of the web.
mimeType: text/html
schema: { properties: { id: { type: string }, size: { type: integer } }, required: [id] }
http: { url: "${web.url}/page/{{id}}", query: { size: "{{size}}" }, allowPrivate: [127.0.0.1] }
---
resource: inner
uri: notes://inner
description: An address of this machine, which the spec doesn't allow.
http: { url: "${web.url}/inner" }
`,
  });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0 });
});

/** The clients' kinds matter to what they get, and not to `toolgen mcp`, which has the program of the other two. */
const cases = [
  ...sdkClientNames.flatMap((name) => (["generated/mcp/server.cjs", "HTTP"] as const).map((place) => ({ name, place }))),
  { name: "SDK 1", place: "toolgen mcp" } as const,
];

it.each(cases)("reads resources of $name that are answers of a web server, by $place", async ({ name, place }) => {
  const places = {
    HTTP: async () => ({ url: (await servedOverHttp(project)).url }),
    "toolgen mcp": async () => ({ cwd: project, program: [program, "mcp"] }),
    "generated/mcp/server.cjs": async () => ({ cwd: project }),
  };
  const client = await connectSdk(name, await places[place]());
  const uri = "notes://page/a%20b?size=2";
  expect((await client.readResource({ uri })).contents).toEqual([{ uri, mimeType: "text/html", text: "This is /page/a%20b?size=2." }]);
  const refusal = (wrong: string) => client.readResource({ uri: wrong }).catch((error: unknown) => error);
  expect(await refusal("notes://page/..%2Fsecret")).toMatchObject({ code: -32602, message: expect.stringContaining("`id`") });
  expect(await refusal("notes://page/lost")).toMatchObject({ code: -32603, message: expect.stringContaining("404") });
  expect(await refusal("notes://page/moved")).toMatchObject({ code: -32603 });
  const requests = web.seen.length;
  expect(await refusal("notes://inner")).toMatchObject({ code: -32603, message: expect.stringContaining("127.0.0.1") });
  expect(web.seen).toHaveLength(requests);
});
