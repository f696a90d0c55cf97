import fc from "fast-check";
import { expect, it } from "vitest";
import { guessRisk } from "../../src/import/openapi/request-template.js";
import type { Method } from "../../src/import/openapi-document.js";
import { importedCommand, importedSpec, operation } from "./imported.js";

interface Words {
  readonly id?: string;
  readonly summary?: string;
}

const levelOf = (method: Method, path: string, { id, summary }: Words = {}) =>
  guessRisk({
    method,
    path,
    origin: `${method} ${path}`,
    id,
    tags: [],
    isDeprecated: false,
    body: summary === undefined ? {} : { summary },
    item: {},
  }).level;

it.each([
  ["POST", "/things/{id}/delete", { id: "deleteThing", summary: "Permanently delete a thing" }, "dangerous"],
  ["GET", "/restart", { id: "restartServer", summary: "Restart the server" }, "moderate"],
  ["GET", "/restart", {}, "moderate"],
  ["GET", "/cache/purge", {}, "dangerous"],
  ["POST", "/users/{id}/ban", {}, "dangerous"],
  ["POST", "/tokens", { id: "revokeToken" }, "dangerous"],
  ["POST", "/messages", { summary: "Sends a message" }, "dangerous"],
  ["PUT", "/sessions/{id}", { summary: "Terminates the session" }, "dangerous"],
  ["POST", "/conversations.kick", {}, "dangerous"],
  ["POST", "/search", { id: "searchThings", summary: "Search things" }, "moderate"],
  ["POST", "/pets", { id: "addPet", summary: "Add a pet" }, "moderate"],
  ["GET", "/pets", { id: "listPets" }, "safe"],
  ["GET", "/deleted-items", { summary: "List deleted items" }, "safe"],
  ["GET", "/guilds/{id}/ban", { summary: "Get a user's ban" }, "safe"],
  ["GET", "/migrations/{id}/archive", { summary: "Download an archive" }, "safe"],
  ["DELETE", "/pets/{id}", { summary: "Get rid of a pet" }, "dangerous"],
] as const)("guesses for %s %s %j that it is %4$s", (method, path, words, level) => {
  expect(levelOf(method, path, words)).toBe(level);
});

it("never lowers a method's risk, whatever the words", () => {
  const order = ["safe", "moderate", "dangerous"];
  const least = { GET: 0, HEAD: 0, POST: 1, PUT: 1, PATCH: 1, DELETE: 2 } as const;
  const word = fc.constantFrom("get", "list", "delete", "Delete", "restart", "pets", "search", "banned", "sends");
  fc.assert(
    fc.property(
      fc.constantFrom(...(Object.keys(least) as (keyof typeof least)[])),
      fc.array(word),
      fc.array(word),
      (method, id, summary) => {
        const level = levelOf(method, `/${summary.join("/")}`, { id: id.join("_"), summary: summary.join(" ") });
        expect(order.indexOf(level)).toBeGreaterThanOrEqual(least[method]);
      },
    ),
  );
});

it("writes the risk that an operation's words raise, and says where it comes from", async () => {
  const { spec, tools } = await importedSpec(operation("post", "/mails", "operationId: sendMail, summary: Send a mail"));
  expect(spec).toMatchObject({ kind: "other", risk: "dangerous" });
  expect(tools[0]?.text).toContain("# guessed from the method POST and the word 'send'");
});

it.each([
  ["--content-from-command  interpret PATH as command and store its stdout"],
  ["--paths-from-command    interpret PATH as command and treat its output as paths"],
  ["--exec                  do it"],
  ["--as-script             do it"],
  ["--odd                   PATH is executed for each name"],
])("leaves out a switch that makes operands code: %s", async (line) => {
  const { properties, notes } = await importedCommand("keep", `Usage: keep [OPTION]... PATH\n\nOptions:\n  --quiet  say less\n  ${line}\n`);
  expect(Object.keys(properties)).toEqual(["path", "quiet"]);
  expect(notes.join()).toContain("it makes the program evaluate its input or start a program");
});

it("keeps switches that only mention commands", async () => {
  const help = `Usage: keep [OPTION]... PATH

Options:
  --verbose         print commands as they run
  --ignore-scripts  don't run scripts of packages
  --no-exec         run nothing
`;
  expect(Object.keys((await importedCommand("keep", help)).properties)).toEqual(["path", "verbose", "ignore_scripts", "no_exec"]);
});
