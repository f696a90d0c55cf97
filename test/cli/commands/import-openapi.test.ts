import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { isGraphqlSchema, readData } from "../../../src/import/openapi-document.js";
import { projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";
import { warmToolgenAsync } from "../../kit/warm-toolgen.js";

const parameter = '{ "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } }';
const answers = '"responses": { "204": { "description": "Done" } }';

/** A document with two operations, in which a test replaces texts. */
const document = `{
  "openapi": "3.0.3",
  "info": { "title": "Pet Store API", "version": "1" },
  "servers": [{ "url": "https://pets.example.com" }],
  "paths": {
    "/pets": { "get": { "operationId": "listPets", "tags": ["pets"], "summary": "List all pets", ${answers} } },
    "/pets/{id}": { "delete": { "operationId": "deletePet", "tags": ["admin"], "summary": "Delete a pet", "parameters": [${parameter}], ${answers} } }
  }
}`;

const folder = "tools.d/pet-store";
const importing = (project: string, ...args: readonly string[]) => toolgen(project, ["import", "openapi", "api.json", ...args]);
const read = (project: string, file: string) => readFileSync(join(project, folder, file), "utf8");
const write = (project: string, file: string, text: string) => writeFileSync(join(project, file), text);

function importedProject(text = document): string {
  const project = projectOf({ "api.json": text });
  expect(importing(project)).toMatchObject({ status: 0, stderr: "" });
  return project;
}

it("writes a spec for each operation, which builds and whose examples pass", () => {
  const project = projectOf({ "api.json": document });
  expect(importing(project).stdout).toBe(
    `  + ${folder}/list-pets.yaml  list_pets, GET /pets
  + ${folder}/delete-pet.yaml  delete_pet, DELETE /pets/{id}

Next:
  toolgen build
  toolgen test
`,
  );
  expect(readdirSync(join(project, folder)).sort()).toEqual([".import.json", "delete-pet.yaml", "list-pets.yaml"]);
  expect(read(project, "delete-pet.yaml")).toBe(`# yaml-language-server: $schema=../../.toolgen/spec.schema.json
# Imported from api.json: DELETE /pets/{id} (deletePet). The next import keeps your edits.
name: delete_pet
description: Delete a pet.
# guessed from the method DELETE
kind: delete
toolsets: [ pet_store ]
schema: { properties: { id: { type: integer } }, required: [ id ] }
http: { method: DELETE, url: "https://pets.example.com/pets/{{id}}" }
statusCodes: { "204": Done. }
examples:
  - name: the request
    params: { id: 1 }
    expect: { request: { method: DELETE, url: https://pets.example.com/pets/1 } }
`);
  expect(toolgen(project, ["build"]).status).toBe(0);
  expect(toolgen(project, ["test"]).stdout).toContain("2 passed, 0 failed");
  expect(toolgen(project, ["explain", "delete_pet"]).stdout).toContain("dangerous");
});

it("writes nothing in a dry run", () => {
  const project = projectOf({ "api.json": document });
  const { status, stdout } = importing(project, "--dry-run");
  expect(status).toBe(0);
  expect(stdout).toContain("Nothing was written: this was a dry run.");
  expect(existsSync(join(project, "tools.d"))).toBe(false);
});

it("reports as JSON", () => {
  const project = projectOf({ "api.json": document.replace('"tags": ["admin"]', '"deprecated": true') });
  expect(JSON.parse(importing(project, "--json").stdout)).toEqual({
    dryRun: false,
    files: [{ path: `${folder}/list-pets.yaml`, tool: "list_pets", operation: "GET /pets", action: "create", conflicts: [] }],
    leftOut: [],
    notes: [],
    deprecated: ["DELETE /pets/{id}"],
  });
});

it("chooses operations by tag, path and name, and keeps the choice for the next import", () => {
  const chosen = (...args: readonly string[]) => {
    const project = projectOf({ "api.json": document });
    importing(project, ...args);
    return readdirSync(join(project, folder)).filter((name) => name.endsWith(".yaml"));
  };
  expect(chosen("--tag", "admin")).toEqual(["delete-pet.yaml"]);
  expect(chosen("--path", "/pets/{id}")).toEqual(["delete-pet.yaml"]);
  expect(chosen("--path", "/pets")).toEqual(["delete-pet.yaml", "list-pets.yaml"]);
  expect(chosen("--operation", "listPets")).toEqual(["list-pets.yaml"]);
  expect(chosen("--operation", "get /pets")).toEqual(["list-pets.yaml"]);
  const project = projectOf({ "api.json": document });
  importing(project, "--tag", "admin");
  expect(importing(project).stdout).toBe("  = 1 spec unchanged\n");
  expect(importing(project, "--tag", "pest")).toMatchObject({
    status: 2,
    stderr: "toolgen: The document has no 'pest'. Did you mean 'pets'?\n",
  });
});

it("adds to the choice of the last import, whose words may be gone from the document", () => {
  const project = projectOf({ "api.json": document });
  importing(project, "--tag", "admin");
  expect(importing(project, "--operation", "listPets").stdout).toContain("list_pets, GET /pets");
  const { options } = JSON.parse(read(project, ".import.json"));
  expect(options.selection).toEqual({ tags: ["admin"], paths: [], operations: ["listPets"], deprecated: false });
  write(project, "api.json", document.replace('"tags": ["admin"]', '"deprecated": true'));
  const { status, stdout } = importing(project);
  expect(status).toBe(0);
  expect(stdout).toContain("delete_pet, DELETE /pets/{id}");
  expect(stdout).not.toContain("Left out");
});

it("writes the same for many specs as for few", () => {
  const wrongExample = '{ "name": "n", "in": "query", "schema": { "type": "integer" }, "example": "three" }';
  const documentOf = (count: number) => {
    const paths = Array.from({ length: count }, (_, n) => `"/a${n}": { "get": { "parameters": [${wrongExample}], ${answers} } }`);
    return document.replace(/"paths": \{[\s\S]*$/, `"paths": { ${paths.join(", ")} } }`);
  };
  const [many, few] = [50, 3].map((count) => {
    const project = projectOf({ "api.json": documentOf(count) });
    expect(importing(project, "--all")).toMatchObject({ status: 0, stderr: "" });
    return project;
  });
  expect(readdirSync(join(many ?? "", folder)).filter((file) => file.endsWith(".yaml"))).toHaveLength(50);
  for (const file of ["list-a0.yaml", "list-a1.yaml", "list-a2.yaml"]) expect(read(many ?? "", file)).toBe(read(few ?? "", file));
  expect(read(many ?? "", "list-a0.yaml")).toContain("examples:");
});

it("asks to choose if there are many operations", () => {
  const paths = Array.from({ length: 41 }, (_, n) => `"/a${n}": { "get": { "tags": ["t${n % 2}"], ${answers} } }`).join(", ");
  const project = projectOf({ "api.json": document.replace(/"paths": \{[\s\S]*$/, `"paths": { ${paths} } }`) });
  const { status, stderr } = importing(project);
  expect(status).toBe(2);
  expect(stderr).toContain("The document has 41 operations, more than a model can choose among.");
  expect(stderr).toContain("Tags: t0 (21), t1 (20).");
  expect(importing(project, "--all").status).toBe(0);
});

it("keeps a user's edits and comments, and takes the document's changes where there are none", () => {
  const project = importedProject();
  const own = read(project, "delete-pet.yaml")
    .replace("description: Delete a pet.", "description: Remove a pet for ever. # ours")
    .replace("kind: delete", "kind: delete\nrisk: { impact: Removes the pet. }");
  write(project, `${folder}/delete-pet.yaml`, own);
  write(
    project,
    "api.json",
    document.replace('"type": "integer"', '"type": "integer", "minimum": 1').replace("List all pets", "List every pet"),
  );
  const { status, stdout } = importing(project);
  expect(status).toBe(0);
  expect(stdout).toContain(`  ~ ${folder}/delete-pet.yaml`);
  expect(read(project, "delete-pet.yaml")).toBe(own.replace("{ type: integer }", "{ type: integer, minimum: 1 }"));
  expect(read(project, "list-pets.yaml")).toContain("description: List every pet.");
  expect(importing(project).stdout).toBe("  = 2 specs unchanged\n");
});

it("refuses a spec whose bytes aren't UTF-8 before it writes anything, so that no edit is lost", () => {
  const project = importedProject();
  const own = Buffer.concat([Buffer.from(read(project, "delete-pet.yaml")), Buffer.from("# caf\xe9\n", "latin1")]);
  const path = join(project, folder, "delete-pet.yaml");
  writeFileSync(path, own);
  write(project, "api.json", document.replace("Delete a pet", "Remove a pet").replace("List all pets", "List every pet"));
  expect(importing(project)).toEqual({
    status: 2,
    stdout: "",
    stderr: `toolgen: '${folder}/delete-pet.yaml' is not text in UTF-8.\nSave it as UTF-8, and try again.\n`,
  });
  expect(readFileSync(path)).toEqual(own);
  expect(read(project, "list-pets.yaml")).toContain("List all pets");
});

it("reports a conflict at its line, keeps the user's, and exits with 1", () => {
  const project = importedProject();
  const own = read(project, "delete-pet.yaml").replace("Delete a pet.", "Ours.");
  write(project, `${folder}/delete-pet.yaml`, own);
  write(project, "api.json", document.replace("Delete a pet", "Theirs"));
  const report = `      ! ${folder}/delete-pet.yaml:4 - you and the document changed 'description'; yours is kept. The document has: "Theirs."`;
  expect(importing(project, "--dry-run")).toMatchObject({ status: 1, stdout: expect.stringContaining(report) });
  expect(importing(project)).toMatchObject({ status: 1, stdout: expect.stringContaining(report) });
  expect(read(project, "delete-pet.yaml")).toBe(own);
  expect(importing(project)).toMatchObject({ status: 0, stdout: "  = 2 specs unchanged\n" });
});

it("removes the spec of an operation that is gone, unless the user edited it", () => {
  const project = importedProject();
  write(project, `${folder}/delete-pet.yaml`, read(project, "delete-pet.yaml").replace("Delete a pet.", "Ours."));
  write(project, "api.json", document.replace(/"paths": \{[\s\S]*$/, '"paths": {} }'));
  const { status, stdout } = importing(project);
  expect(status).toBe(1);
  expect(stdout).toContain(`  - ${folder}/list-pets.yaml  list_pets, GET /pets: the document no longer has this operation`);
  expect(stdout).toContain(`  ! ${folder}/delete-pet.yaml  delete_pet, DELETE /pets/{id}: kept, because you edited it`);
  expect(readdirSync(join(project, folder)).filter((name) => name.endsWith(".yaml"))).toEqual(["delete-pet.yaml"]);
});

it("doesn't write a spec again that the user deleted, unless it is named", () => {
  const project = importedProject();
  rmSync(join(project, folder, "delete-pet.yaml"));
  expect(importing(project).stdout).toContain("delete_pet, DELETE /pets/{id}: not written: you deleted it");
  expect(existsSync(join(project, folder, "delete-pet.yaml"))).toBe(false);
  importing(project, "--operation", "deletePet");
  expect(existsSync(join(project, folder, "delete-pet.yaml"))).toBe(true);
});

it("replaces no file that no import wrote", () => {
  const project = projectOf({ "api.json": document, [`${folder}/list-pets.yaml`]: "# mine\n" });
  const { status, stdout } = importing(project);
  expect(status).toBe(1);
  expect(stdout).toContain("the file is there already, and no import wrote it");
  expect(read(project, "list-pets.yaml")).toBe("# mine\n");
});

it("avoids the names of the project's other tools", () => {
  const project = projectOf({
    "api.json": document,
    "tools.d/other.yaml": "name: list_pets\ndescription: Other.\nkind: read\ncommand: [ls]\n",
  });
  expect(importing(project).stdout).toContain("pet_store_list_pets, GET /pets");
  expect(toolgen(project, ["build"]).status).toBe(0);
});

const refusal = (status: number) => (stderr: string) => ({ status, stderr: expect.stringContaining(stderr) });

it("refuses what it can't read, with exit code 2", () => {
  const refused = (text: string) => importing(projectOf({ "api.json": text }));
  const problem = refusal(2);
  expect(refused("{")).toMatchObject(problem("'api.json' is neither valid JSON nor valid YAML: line 1, column 2: "));
  expect(refused("openapi: 3.1.0\npaths:\n  a: b: c\n")).toMatchObject(problem("line 3, column 6: "));
  expect(refused("- a")).toMatchObject(problem("it is not an object"));
  expect(toolgen(temporaryFolder(), ["import", "openapi", "gone.yaml"])).toMatchObject(problem("There is no file 'gone.yaml'."));
  const project = projectOf({});
  writeFileSync(join(project, "api.json"), Buffer.from(document.replace("List all pets", "Le caf\xe9"), "latin1"));
  expect(importing(project)).toMatchObject(problem("'api.json' is not text in UTF-8."));
});

it("names the format of another document and the way from it, with exit code 1", () => {
  const refused = (text: string) => importing(projectOf({ "api.json": text }));
  const problem = refusal(1);
  expect(refused('{ "swagger": "1.2" }')).toMatchObject(problem("is Swagger 1.2. This version imports 2.0."));
  expect(refused('{ "openapi": "4.0.0" }')).toMatchObject(problem("This version imports 3.0, 3.1, 3.2 and Swagger 2.0."));
  expect(refused('{ "asyncapi": "3.0.0" }')).toMatchObject(problem("'api.json' is an AsyncAPI document, and not OpenAPI."));
  expect(refused('{ "arazzo": "1.0.0" }')).toMatchObject(problem("is an Arazzo document"));
  expect(refused('{ "info": { "_postman_id": "a" }, "item": [] }')).toMatchObject(problem("has no operations to import"));
  expect(refused('{ "name": "a", "order": [], "requests": [] }')).toMatchObject(problem("is a Postman collection 1"));
  expect(refused('{ "discoveryVersion": "v1" }')).toMatchObject(problem("is a Google Discovery document"));
  expect(refused('{ "log": { "entries": [] } }')).toMatchObject(problem("is a HAR file"));
  expect(refused("type Query {\n  pets: [Pet]\n}\n")).toMatchObject(problem("is a GraphQL schema"));
  expect(refused("{}")).toMatchObject(problem("it has no key 'openapi'"));
  expect(refused('{ "swagger": "2.0", "paths": {} }')).toMatchObject(problem("has no operations to import"));
});

it("recognises a GraphQL schema in linear time, whatever precedes it", () => {
  const schema = "\ntype Query {\n  pets: [Pet]\n}\n";
  for (const part of ['"""', '"""a"""\n', '"""\n', "\n", "\r\n", "# a\n", "#", " \n"]) {
    const before = part.repeat(100_000);
    expect([part, isGraphqlSchema(`${before}x: [`), isGraphqlSchema(`${before}${schema}`)]).toEqual([part, false, true]);
  }
  expect(isGraphqlSchema('"""\ntype Query {\n')).toBe(false);
  expect(isGraphqlSchema("type: object # {")).toBe(false);
  expect(readData(`${'"""'.repeat(28)}x: [`, "a")).toMatchObject({ problem: expect.stringContaining("neither valid JSON nor valid YAML") });
});

it("says that a document has no operations, and writes nothing", () => {
  const project = projectOf({ "api.json": '{ "openapi": "3.0.0", "info": { "title": "Pet Store API", "version": "1" }, "paths": {} }' });
  expect(importing(project)).toMatchObject({ status: 1, stdout: "", stderr: "toolgen: 'api.json' has no operations to import.\n" });
  expect(existsSync(join(project, "tools.d"))).toBe(false);
});

it("removes all specs if the document's operations are gone", () => {
  const project = importedProject();
  write(project, "api.json", document.replace(/"paths": \{.*\}/s, '"paths": {} }'));
  expect(importing(project)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("delete_pet, DELETE /pets/{id}: the document no longer"),
  });
});

it("begins its report with the first line if every operation is left out", () => {
  const project = projectOf({ "api.json": document.replace("https://pets.example.com", "/pets") });
  expect(importing(project)).toMatchObject({ status: 1, stdout: expect.stringMatching(/^Left out:\n/) });
});

it("says why no document comes from an address", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api.json`;
  await new Promise((resolve) => server.close(resolve));
  expect(toolgen(temporaryFolder(), ["import", "openapi", address])).toEqual({
    status: 2,
    stdout: "",
    stderr: `toolgen: '${address}' can't be read: nothing accepts connections there.\n`,
  });
});

const referring = (ref: string) => document.replace(parameter, `{ "$ref": "${ref}" }`);

it("follows references to files below the document's folder, and to no others", () => {
  const project = projectOf({
    "docs/api.json": referring("shared/id.yaml#/id"),
    "docs/shared/id.yaml": `id: ${parameter}\n`,
    "id.json": parameter,
  });
  const run = () => toolgen(project, ["import", "openapi", "docs/api.json"]);
  expect(run().stderr).toBe("");
  expect(read(project, "delete-pet.yaml")).toContain("id: { type: integer }");
  const refusal = (ref: string) => {
    write(project, "docs/api.json", referring(ref));
    const { status, stderr } = run();
    expect(status).toBe(2);
    return stderr;
  };
  expect(refusal("../id.json")).toContain("outside of the document's folder");
  symlinkSync("../../id.json", join(project, "docs/shared/link.json"));
  expect(refusal("shared/link.json")).toContain("outside of the document's folder");
  expect(refusal("http://127.0.0.1:9/id.json")).toContain("on the network");
  expect(refusal("/etc/hostname")).toContain("outside of the document's folder");
  expect(refusal("shared/gone.yaml")).toContain("there is no file");
});

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it("reads a document from an address, and what it refers to from its origin alone", async () => {
  const requests: string[] = [];
  const other = await listening((request, response) => {
    requests.push(`other ${request.url}`);
    response.end(parameter);
  });
  let text = referring("id.json");
  const origin = await listening((request, response) => {
    requests.push(request.url ?? "");
    if (request.url === "/moved") response.writeHead(302, { location: "/v1/api.json" }).end();
    else if (request.url === "/v1/api.json") response.end(text.replace("https://pets.example.com", "/base"));
    else if (request.url === "/v1/id.json") response.end(parameter);
    else if (request.url === "/v1/away.json") response.writeHead(302, { location: `${other}/id.json` }).end();
    else response.writeHead(404).end();
  });
  // This thread answers meanwhile.
  const run = async (path: string) => {
    const project = temporaryFolder();
    mkdirSync(join(project, "tools.d"));
    const args = ["import", "openapi", `${origin}${path}`];
    const { status, stderr } = await warmToolgenAsync({ folder: project, args, environment: process.env, input: "" });
    return { project, status, stderr };
  };
  const first = await run("/moved");
  expect(first.stderr).toBe("");
  expect(read(first.project, "list-pets.yaml")).toContain(`url: ${origin}/base/pets`);
  expect(read(first.project, "list-pets.yaml")).toContain("allowPrivate: [ 127.0.0.1 ]");
  text = referring(`${other}/id.json`);
  expect(await run("/v1/api.json")).toMatchObject({ status: 2, stderr: expect.stringContaining(`is not of ${origin}`) });
  text = referring("away.json");
  expect(await run("/v1/api.json")).toMatchObject({ status: 2, stderr: expect.stringContaining("it redirects to") });
  expect(await run("/gone.json")).toMatchObject({ status: 2, stderr: expect.stringContaining("the server answers with status 404") });
  expect(requests.filter((request) => request.startsWith("other"))).toEqual([]);
});

it("tells documents of one address apart by its query, which it doesn't write", async () => {
  const second = document.replaceAll("/pets", "/owners").replaceAll(/(list|delete)Pet/g, "$1Owner");
  const origin = await listening((request, response) => void response.end(request.url?.endsWith("s=second") ? second : document));
  const project = temporaryFolder();
  mkdirSync(join(project, "tools.d"));
  const run = async (query: string) => {
    const args = ["import", "openapi", `${origin}/api.json${query}`];
    const { status, stdout } = await warmToolgenAsync({ folder: project, args, environment: process.env, input: "" });
    return { status, specs: stdout.match(/(?<=^ {2}[-+~] )\S+/gm) ?? [] };
  };
  const sourceIn = (name: string) => JSON.parse(readFileSync(join(project, "tools.d", name, ".import.json"), "utf8")).source;
  expect(await run("?s=first")).toEqual({ status: 0, specs: [`${folder}/list-pets.yaml`, `${folder}/delete-pet.yaml`] });
  expect(await run("?s=second")).toEqual({ status: 0, specs: [`${folder}-2/list-owners.yaml`, `${folder}-2/delete-owner.yaml`] });
  expect(await run("?s=first")).toEqual({ status: 0, specs: [] });
  expect(await run("?s=second")).toEqual({ status: 0, specs: [] });
  expect(existsSync(join(project, folder, "list-pets.yaml"))).toBe(true);
  expect([sourceIn("pet-store"), sourceIn("pet-store-2")]).toEqual(
    Array.from({ length: 2 }, () => expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api\.json\?sha256-[0-9a-f]{8}$/)),
  );
  expect((await run("")).status).toBe(0);
  expect(sourceIn("pet-store-3")).toBe(`${origin}/api.json`);
});

it("keeps a name that leads elsewhere out of a record", () => {
  const project = importedProject();
  const record = join(project, folder, ".import.json");
  writeFileSync(record, readFileSync(record, "utf8").replace("list-pets.yaml", "../../toolgen.yaml"));
  expect(importing(project)).toMatchObject({ status: 2, stderr: expect.stringContaining("Can't read tools.d/pet-store/.import.json") });
});

it("reads half of a surrogate pair as the mark for a lost character", () => {
  const broken = parameter
    .replace('"schema"', '"example": 1, "description": "a \\ud800 b", "schema"')
    .replace('"integer"', '"string", "example": "x\\udc00"');
  const project = importedProject(document.replace(parameter, broken));
  expect(read(project, "delete-pet.yaml")).not.toMatch(/[\ud800-\udfff]/u);
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0 });
});

it("doesn't wait for what a FIFO may hold", () => {
  const project = projectOf({ "api.json": document.replace('"204": {', '"200": { "$ref": "other.json" }, "204": {') });
  expect(spawnSync("mkfifo", [join(project, "other.json")]).status).toBe(0);
  expect(importing(project)).toMatchObject({ status: 2, stderr: expect.stringContaining("is not a file") });
});

it("says what many tools cost a model, makes toolsets of tags, and names ways to show fewer", () => {
  const operations = Array.from({ length: 70 }, (_, n) => [
    `/x${n}`,
    { get: { operationId: `get_x${n}`, tags: [n < 50 ? "Many Things" : "few", "日本"], responses: {} } },
  ]);
  const document = {
    openapi: "3.1.0",
    info: { title: "Big", version: "1" },
    servers: [{ url: "https://big.example.com" }],
    paths: Object.fromEntries(operations),
  };
  const project = projectOf({ "toolgen.yaml": "version: 1\n", "big.json": JSON.stringify(document) });
  const { status, stdout } = toolgen(project, ["import", "openapi", "big.json", "--all"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/70 tools cost a model about [\d,]+ tokens/);
  expect(stdout).toContain("choose with --tag TAG");
  expect(stdout).toContain("mcp --toolsets big_many_things'. There are big_many_things (50), big_few (20)");
  expect(stdout).toContain("mcp --search");
  expect(readFileSync(join(project, "tools.d/big/get-x60.yaml"), "utf8")).toContain("toolsets: [ big, big_few");
});

it("names the options for a document that is larger, or takes longer, than it reads", () => {
  const text = document.replace('"paths":', '"x-more": { "$ref": "more.yaml" }, "paths":');
  const project = projectOf({ "api.json": text, "more.yaml": `description: ${"x".repeat(1024 * 1024)}` });
  expect(importing(project, "--timeout", "0ms")).toMatchObject(refusal(2)("takes longer than 0 seconds (--timeout TIME waits longer)"));
  expect(importing(project, "--max-size", "1")).toMatchObject(refusal(2)("larger than 1 MiB (--max-size MIB reads more)"));
  expect(importing(project, "--max-size", "0").stderr).toContain("It takes a whole number above 0.");
});

it("says that a document has only webhooks, which its API sends", () => {
  const text = "openapi: 3.1.0\ninfo: { title: Hooks, version: '1' }\nwebhooks: { new: { post: { responses: {} } } }\n";
  expect(importing(projectOf({ "api.json": text })).stderr).toContain("its webhooks are requests that the API sends");
});
