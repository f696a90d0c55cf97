import fc from "fast-check";
import { expect, it } from "vitest";
import { credentialName } from "../../src/import/text/credential-names.js";
import { imported, importedCommand, importedSpec, operation } from "./imported.js";

it.each([
  ...["secret", "client_secret", "clientSecret", "token", "access_token", "accessToken", "api_key", "apikey", "xi-api-key", "X-API-Key"],
  ...["Authorization", "password", "new_password", "password_confirmation", "passphrase", "secret_access_key", "Ocp-Apim-Subscription-Key"],
  ...["--src-password", "--dest-creds", "--src-registry-token", "-opw", "--auth", "--cert-key-pass", "refreshToken", "x-functions-key"],
])("takes the name %s for one of a secret", (name) => {
  expect(credentialName(name)).toBe("sure");
});

it.each([
  ...[
    "page_token",
    "nextPageToken",
    "next_token",
    "continuationToken",
    "sync_token",
    "token_type",
    "max_tokens",
    "device_token",
    "sort_key",
  ],
  ...[
    "secret_id",
    "secretName",
    "api_key_id",
    "password_policy_id",
    "key_name",
    "keyword",
    "idempotency_key",
    "author",
    "monkey",
    "passenger",
  ],
  ...["--password-file", "--token-file", "--keyring", "compass", "bypass", "authority", "oauth_app_name"],
])("doesn't take the name %s for one of a secret", (name) => {
  expect(credentialName(name)).not.toBe("sure");
});

const json = (properties: string, required = "") =>
  `requestBody: { required: true, content: { application/json: { schema: { type: object, required: [${required}], properties: { ${properties} } } } } }`;

it("sends secrets from the environment wherever a document declares them, lists them, and keeps what the user says", async () => {
  const body = `parameters: [{ name: xi-api-key, in: header, schema: { type: string } }, { name: access_token, in: query, required: true, schema: { type: string } }], ${json("secret: { type: string, description: Your secret. }, name: { type: string }", "secret, name")}`;
  const { spec, notes } = await importedSpec(operation("post", "/a", body));
  expect(spec.schema).toEqual({ properties: { name: { type: "string" } }, required: ["name"] });
  expect(spec.secrets).toEqual({
    SHOP_XI_API_KEY: { description: "Value of xi-api-key, which is sent as xi-api-key.", optional: true },
    SHOP_ACCESS_TOKEN: "Value of access_token, which is sent as access_token.",
    SHOP_SECRET: "Your secret.",
  });
  expect(spec.http).toMatchObject({
    query: { access_token: "{{@secret.SHOP_ACCESS_TOKEN}}" },
    headers: { "xi-api-key": "{{@secret.SHOP_XI_API_KEY}}" },
    body: { json: { secret: "{{@secret.SHOP_SECRET}}", name: "{{name}}" } },
  });
  expect(notes).toContain("'secret' is the secret SHOP_SECRET, from the environment. --keep secret lets the model send it.");
  const kept = await importedSpec(operation("post", "/a", body), { keep: ["secret", "access_token"] });
  expect(Object.keys(kept.properties)).toEqual(["access_token", "secret", "name"]);
});

it("takes a header for signing in that a document declares as a parameter, and none twice", async () => {
  const parameter = "parameters: [{ name: Authorization, in: header, required: true, schema: { type: string } }]";
  const { spec } = await importedSpec(operation("get", "/a", parameter));
  expect(spec.http.headers).toEqual({ Authorization: "{{@secret.SHOP_AUTHORIZATION}}" });
  const scheme = "components: { securitySchemes: { b: { type: http, scheme: bearer } } }\nsecurity: [{ b: [] }]";
  const both = await importedSpec(`${operation("get", "/a", parameter)}\n${scheme}`);
  expect(both.spec.http.headers).toEqual({ Authorization: "Bearer {{@secret.SHOP_B}}" });
});

it("judges a doubtful name by its description, and by its standing in most operations", async () => {
  const get = (path: string, description = "") =>
    `"${path}": { get: { parameters: [{ name: appid, in: query, description: "${description}", schema: { type: string } }] } }`;
  const secretsOf = async (...paths: readonly string[]) =>
    (await imported(`paths: { ${paths.join(", ")} }`)).specs.map(({ secrets }) => secrets);
  expect(await secretsOf(get("/a"), get("/b"))).toEqual([undefined, undefined]);
  expect(await secretsOf(get("/a", "Your API key."))).toEqual([{ SHOP_APPID: { description: "Your API key.", optional: true } }]);
  expect((await secretsOf(get("/a"), get("/b"), get("/c"))).every((secrets) => secrets !== undefined)).toBe(true);
});

it("leaves an operation out whose path has a credential, and keeps the tokens of links and pages", async () => {
  const leftOutOf = async (path: string, parameter: string) => {
    const declared = `parameters: [{ name: ${/\{(\w+)\}/.exec(path)?.[1]}, in: path, required: true, ${parameter} }]`;
    const { specs, leftOut } = await imported(operation("get", path, declared));
    expect(specs.length + leftOut.length).toBe(1);
    return leftOut.some((one) => one.includes("is a secret in the path"));
  };
  const text = "schema: { type: string }";
  const signing = fc.constantFrom("apiToken", "api_key", "access_token", "authToken", "botToken", "password", "client_secret", "jwt");
  const around = fc.constantFrom("/x/{n}", "/bot{n}/sendInvite", "/{n}/resetWebhook", "/hooks/1/{n}", "/reset/{n}", "/y/{n}/verify");
  await fc.assert(
    fc.asyncProperty(signing, around, async (name, path) => {
      expect(await leftOutOf(path.replace("{n}", `{${name}}`), text), path).toBe(true);
    }),
    { numRuns: 30 },
  );
  for (const path of ["/bot{token}/send", "/bot{token}/resetWebhook", "/x/{token}", "/{token}/send-invite"])
    expect(await leftOutOf(path, text), path).toBe(true);
  expect(await leftOutOf("/z/{word}", "schema: { type: string, format: password }")).toBe(true);
  expect(await leftOutOf("/reset/{token}", 'description: "Your API token.", schema: { type: string }')).toBe(true);
  const links = fc.constantFrom(
    ...["/password-reset/{token}", "/invitations/{token}/accept", "/users/1/confirm/{token}", "/r/{resetToken}", "/email/{token}/verify"],
    ...[
      "/unsubscribe/{token}",
      "/sign_up/{cliToken}",
      "/opt-out/{token}",
      "/u/{inviteToken}",
      "/pages/{pageToken}",
      "/projects/{key}",
      "/verifications/{emailToken}",
    ],
  );
  await fc.assert(
    fc.asyncProperty(links, async (path) => {
      expect(await leftOutOf(path, text), path).toBe(false);
    }),
    { numRuns: 20 },
  );
  expect(await leftOutOf("/x/{token}", 'description: "The token of the invitation.", schema: { type: string }')).toBe(false);
});

it("leaves out a secret inside of a parameter, and an operation that needs one there", async () => {
  const source = (required: string) =>
    json(`source: { type: object, required: [${required}], properties: { host: { type: string }, password: { type: string } } }`, "source");
  const optional = await importedSpec(operation("post", "/a", source("host")));
  expect(optional.properties.source.properties).toEqual({ host: { type: "string" } });
  expect(optional.notes.join()).toContain("'password' in 'source' is left out: it is a secret. --keep password lets the model send it.");
  expect((await imported(operation("post", "/a", source("password")))).leftOut.join()).toContain("its secret 'password' is in 'source'");
});

it("shows a model no credential of a document, whatever the location, the style of its name and its neighbours", async () => {
  const words = fc.constantFrom(
    ["secret"],
    ["token"],
    ["client", "secret"],
    ["api", "key"],
    ["access", "token"],
    ["user", "password"],
    ["auth", "token"],
    ["private", "key"],
  );
  const styled = fc.tuple(words, fc.constantFrom("snake", "camel", "kebab", "header")).map(([parts, style]) => {
    const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
    if (style === "snake") return parts.join("_");
    if (style === "camel") return parts.map((word, index) => (index === 0 ? word : capital(word))).join("");
    return style === "kebab" ? parts.join("-") : ["X", ...parts.map(capital)].join("-");
  });
  const place = fc.constantFrom("query", "header", "json", "form", "nested");
  await fc.assert(
    fc.asyncProperty(styled, place, fc.boolean(), async (name, location, isRequired) => {
      const property = `"${name}": { type: string }, other: { type: string }`;
      const object = `{ type: object, required: [${isRequired ? `"${name}"` : "other"}], properties: { ${property} } }`;
      const type = location === "form" ? "application/x-www-form-urlencoded" : "application/json";
      const schema = location === "nested" ? `{ type: object, properties: { outer: ${object} } }` : object;
      const text =
        location === "query" || location === "header"
          ? `parameters: [{ name: "${name}", in: ${location}, required: ${isRequired}, schema: { type: string } }]`
          : `requestBody: { required: true, content: { ${type}: { schema: ${schema} } } }`;
      const { specs, leftOut, notes } = await imported(operation("post", "/a", text));
      expect(specs).toHaveLength(1);
      expect(leftOut).toEqual([]);
      expect(JSON.stringify([specs[0].schema ?? {}, specs[0].examples?.[0].params ?? {}])).not.toContain(`"${name}"`);
      if (location !== "nested") expect(JSON.stringify(specs[0].http)).toContain("{{@secret.");
      expect(notes.join()).toContain(name);
    }),
    { numRuns: 60 },
  );
});

it("leaves out options of programs whose value is a secret, unless the user keeps them", async () => {
  const help = `Usage: copy [OPTIONS] FILE

Options:
  --src-password PASSWORD   password of the source
  --dest-creds USER[:PASS]  credentials of the destination
  --registry-token TOKEN    bearer token
  -opw STRING               owner password
  --auth STRING             user and password
  --cert-key-pass TEXT      passphrase of the key
  --password-file FILE      read the password from FILE
  --page-token TOKEN        where to go on
`;
  const { properties, notes } = await importedCommand("copy", help);
  expect(Object.keys(properties).sort()).toEqual(["file", "page_token", "password_file"]);
  expect(notes.join()).toContain(
    "Left out: --src-password, --dest-creds, --registry-token, -opw, --auth, --cert-key-pass: its value is a secret",
  );
});
