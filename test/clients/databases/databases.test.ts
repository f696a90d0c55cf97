import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "../../kit/eventually.js";
import { lacks, missing } from "../../kit/needs.js";
import { projectOf } from "../../kit/project.js";
import { repeat } from "../../kit/repeat.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";

// The specs of docs/databases.md with the databases of Debian. Each server is the test's own: on a socket in a temporary
// folder, without a port, as a user without rights.

const page = readFileSync(new URL("../../../docs/databases.md", import.meta.url), "utf8");
const specs = Object.fromEntries(
  [...page.matchAll(/^```yaml\n(name: (\w+)\n.*?)^```/gms)].map(([, text = "", name = ""]) => [`tools.d/${name}.yaml`, text]),
);

const orders = [
  { customer: "Ada Lovelace", sku: "A-17", total: 10 },
  { customer: "O'Brien \\ Söhne", sku: "A-17", total: 20 },
  { customer: "Bob", sku: "B.2", total: 30 },
];
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const table =
  "CREATE TABLE orders (id integer, customer varchar(200), sku varchar(40), total integer);" +
  orders.map((one, i) => `INSERT INTO orders VALUES (${i + 1}, ${quoted(one.customer)}, ${quoted(one.sku)}, ${one.total});`).join("");

const folder = projectOf({ "toolgen.yaml": "version: 1\n", ...specs });
/** A short path: values of the specs have at most 100 characters. */
const trap = join(folder, "..", "t");

beforeAll(() => {
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0 });
});

afterAll(async () => {
  for (const end of ends) await end();
});

let env: NodeJS.ProcessEnv = {};
const call = (tool: string, args: object) => toolgen(folder, ["call", tool, JSON.stringify(args)], { env });

/** Texts that mean more than themselves to one of the clients or servers. */
const hostile = [
  "'; DROP TABLE orders; --",
  "' OR '1'='1",
  "\\'; DROP TABLE orders; -- ",
  `\\! touch ${trap}`,
  `'\n\\! touch ${trap}\n`,
  `\n.shell touch ${trap}\n`,
  `.shell touch ${trap}`,
  `.trace ${trap}`,
  `'); COPY orders TO PROGRAM 'touch ${trap}'; --`,
  `; COPY (SELECT 1) TO '${trap}';`,
  ":'customer'",
  ':"customer"',
  ":customer :limit",
  "' || :'customer' || '",
  "$$ || pg_sleep(0) || $$",
  "`touch trapped`",
  "$(touch trapped)",
  "--version",
  "-c",
  `-o${trap}`,
  "%_%",
  "\r\n'\t'\\g",
  "\\gexec",
  "'\\gexec\n",
  "\u2028'\u00a0\u02bc\uff07",
  "\u0001'\u001b[2J",
];

/** The traps, and the files that a client writes into its folder. */
const isUntouched = () => !existsSync(trap) && !readdirSync(folder).some((name) => /trapped|testcase/.test(name));

// SQLite

const hasSqlite = !missing("sqlite3");

beforeAll(() => {
  if (!hasSqlite) return;
  mkdirSync(join(folder, "data"));
  execFileSync("sqlite3", [join(folder, "data/shop.db"), table]);
});

it.skipIf(!hasSqlite)("counts by a word in a query of SQLite, and refuses other texts", () => {
  expect(JSON.parse(call("count_sku", { sku: "A-17" }).stdout)).toEqual([{ orders: 2 }]);
  expect(JSON.parse(call("count_sku", { sku: "B.2" }).stdout)).toEqual([{ orders: 1 }]);
  for (const sku of hostile) expect(call("count_sku", { sku }).status, sku).toBe(2);
  expect(isUntouched()).toBe(true);
});

it.skipIf(!hasSqlite)("runs whole queries of SQLite, which write and start nothing", () => {
  const before = readFileSync(join(folder, "data/shop.db"));
  const sum = "SELECT customer, sum(total) AS total FROM orders GROUP BY 1 ORDER BY 2 DESC LIMIT 1";
  expect(JSON.parse(call("query_shop", { sql: sum }).stdout)).toEqual([{ customer: "Bob", total: 30 }]);
  const attacks = [
    ...hostile,
    ...["DROP TABLE orders", "DELETE FROM orders", "INSERT INTO orders VALUES (9, 'x', 'x', 1)", "PRAGMA journal_mode = wal"],
    ...[`VACUUM INTO '${trap}'`, `ATTACH '${trap}' AS x; CREATE TABLE x.y (z)`, `SELECT writefile('${trap}', 'x')`],
    ...[`SELECT edit('x', 'touch ${trap}')`, "SELECT load_extension('x')", `SELECT 1;\n.once ${trap}\nSELECT 2;`],
    `CREATE VIRTUAL TABLE temp.z USING zipfile('${trap}'); INSERT INTO temp.z (name, data) VALUES ('a', 'x')`,
    `create/**/virtual\n table temp.z using "zipfile"('${trap}'); insert into temp.z (name, data) values ('a', 'x')`,
    "PRAGMA writable_schema = on; INSERT INTO sqlite_temp_schema VALUES ('table', 'z', 'z', 0, 'x')",
    ...["save", "backup", "output", "once", "log", "trace", "clone", "excel", "archive -c -f", "testcase", "import x", "open", "read"].map(
      (one) => `.${one} ${trap}`,
    ),
  ];
  for (const sql of attacks) {
    call("query_shop", { sql });
    expect([sql, isUntouched()]).toEqual([sql, true]);
  }
  for (const sql of ["SELECT readfile('toolgen.yaml')", "SELECT data FROM fsdir('toolgen.yaml')"]) {
    const { status, stdout } = call("query_shop", { sql });
    expect([status === 0, stdout.includes("version: 1")], sql).toEqual([false, false]);
  }
  expect(readFileSync(join(folder, "data/shop.db")).equals(before)).toBe(true);
});

it.skipIf(!hasSqlite)("says to a model what it must not write in a query of SQLite", () => {
  const { status, stderr } = call("query_shop", { sql: ".tables" });
  expect([status, stderr]).toEqual([2, expect.stringContaining('`sql` must not have a line that begins with "."')]);
});

// Servers

const ends: (() => Promise<void>)[] = [];
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

/** A folder that a user without rights can write and others of this machine can look into, if root runs the tests. */
function serverFolder(): string {
  const own = temporaryFolder("server");
  if (isRoot) {
    chmodSync(own, 0o755);
    chownSync(own, nobody, nobody);
  }
  return own;
}

/** Servers refuse to run as root. */
const asUser = (words: readonly string[]): readonly [string, readonly string[]] => {
  const all = isRoot ? ["setpriv", `--reuid=${nobody}`, `--regid=${nobody}`, "--clear-groups", ...words] : words;
  return [all[0] ?? "", all.slice(1)];
};

async function start(words: readonly string[], isUp: () => boolean): Promise<void> {
  const server: ChildProcess = spawn(...asUser(words), { stdio: "ignore" });
  const exited = once(server, "exit");
  ends.push(async () => {
    server.kill("SIGQUIT");
    const timer = setTimeout(() => server.kill("SIGKILL"), 10_000);
    await exited;
    clearTimeout(timer);
  });
  if (!(await eventually(isUp))) throw new Error(`${words[0]} doesn't answer.`);
}

const succeeds = (program: string, args: readonly string[], environment: NodeJS.ProcessEnv): boolean => {
  try {
    execFileSync(program, args, { env: { ...process.env, ...environment }, stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
};

// PostgreSQL

/** Debian keeps the server's programs of each version in a folder that isn't on PATH. */
const postgres = ["/usr/lib/postgresql"]
  .flatMap((all) => (existsSync(all) ? readdirSync(all).map((version) => join(all, version, "bin")) : []))
  .findLast((bin) => existsSync(join(bin, "initdb")) && existsSync(join(bin, "postgres")));
const hasPostgres =
  !missing("psql") && !lacks("a server of PostgreSQL", postgres !== undefined, { remedy: "sudo apt-get install postgresql" });
let reachable: NodeJS.ProcessEnv = {};

/** The role may do everything, so that an attack that got through would succeed. */
async function startPostgres(): Promise<void> {
  const own = serverFolder();
  const bin = postgres ?? "";
  const data = join(own, "data");
  reachable = { PGHOST: own, PGUSER: "shop", PGDATABASE: "postgres", PGPORT: "5432" };
  execFileSync(...asUser([join(bin, "initdb"), "-D", data, "-U", "shop", "-A", "trust", "-E", "UTF8", "--no-sync"]), { stdio: "pipe" });
  const quiet = ["-c", "fsync=off", "-c", "listen_addresses="];
  await start([join(bin, "postgres"), "-D", data, "-k", own, "-p", "5432", ...quiet], () =>
    succeeds("psql", ["-X", "-c", "select 1"], reachable),
  );
  execFileSync("psql", ["-X", "-q", "-c", table], { env: { ...process.env, ...reachable }, stdio: "pipe" });
}

if (hasPostgres) beforeAll(startPostgres);

const customersIn = (csv: string) => csv.trim().split("\n").slice(1).length;

it.skipIf(!hasPostgres)("finds by any text in a variable of psql, and runs none", () => {
  env = reachable;
  expect(call("find_orders", { customer: "love" }).stdout.trim()).toBe("id,customer,total\n1,Ada Lovelace,10");
  expect(customersIn(call("find_orders", { customer: "o" }).stdout)).toBe(3);
  expect(customersIn(call("find_orders", { customer: "o", limit: 2 }).stdout)).toBe(2);
  expect(call("find_orders", { customer: "o'brien \\ s" }).stdout).toContain("Söhne");
  for (const customer of hostile) {
    const { status, stdout, stderr } = call("find_orders", { customer });
    expect([customer, status, stdout.trim(), stderr]).toEqual([customer, 0, "id,customer,total", ""]);
  }
  expect(isUntouched()).toBe(true);
  expect(customersIn(call("find_orders", { customer: "o" }).stdout)).toBe(3);
  // A text that it holds is found by the same text, whatever it is.
  for (const customer of hostile) {
    const insert = `INSERT INTO orders VALUES (100, :'x', 'x', 1)`;
    execFileSync("psql", ["-X", "-q", "-v", `x=${customer}`], { input: insert, env: { ...process.env, ...reachable } });
    expect(
      customersIn(call("find_orders", { customer: customer.slice(0, 100) }).stdout.replaceAll(/"[^"]*(?:""[^"]*)*"/g, "0")),
      customer,
    ).toBeGreaterThan(0);
  }
});

it.skipIf(!hasPostgres)("keeps drawn texts data for psql", () => {
  env = reachable;
  const pieces = fc.constantFrom(
    "'",
    '"',
    "\\",
    ":",
    "$",
    ";",
    "--",
    "/*",
    "\n",
    "`",
    "!",
    "g",
    "exec",
    " ",
    "customer",
    "ä",
    "E'",
    "$$",
    "{",
    "|",
  );
  const text = fc.array(pieces, { minLength: 1, maxLength: 12 }).map((some) => `q${some.join("")}`);
  fc.assert(
    fc.property(text, (customer) => {
      const { status, stdout, stderr } = call("find_orders", { customer });
      expect([status, stdout.trim(), stderr]).toEqual([0, "id,customer,total", ""]);
    }),
    { numRuns: repeat({ usual: 15, soak: 300 }) },
  );
  expect(isUntouched()).toBe(true);
});

it.skipIf(!hasPostgres)("refuses NUL for psql, and a change in a role that may make it", () => {
  env = reachable;
  expect(call("find_orders", { customer: "a\u0000b" })).toMatchObject({ status: 2 });
  const change = { ...process.env, ...reachable, PGOPTIONS: "-c default_transaction_read_only=on" };
  expect(() => execFileSync("psql", ["-X", "-c", "DROP TABLE orders"], { env: change, stdio: "pipe" })).toThrow(/read-only transaction/);
});

it.skipIf(!hasPostgres)("is right that -c replaces no variable", () => {
  const given = { env: { ...process.env, ...reachable }, stdio: "pipe" as const };
  expect(() => execFileSync("psql", ["-X", "-v", "c=x", "-c", "SELECT :'c'"], given)).toThrow(/syntax error at or near ":"/);
});

// MariaDB

const hasMariadb = !missing("mariadbd") && !missing("mysql") && !missing("mariadb-install-db");

it.skipIf(!hasMariadb)("counts by words and numbers in a query of MariaDB, and refuses other texts", { timeout: 600_000 }, async () => {
  const own = serverFolder();
  const data = join(own, "data");
  const socket = join(own, "socket");
  const plain = ["--no-defaults", `--datadir=${data}`, `--tmpdir=${own}`];
  execFileSync(...asUser(["mariadb-install-db", ...plain, "--auth-root-authentication-method=normal", "--skip-test-db"]), {
    stdio: "pipe",
  });
  writeFileSync(join(own, ".my.cnf"), `[client]\nuser=root\nsocket=${socket}\n`);
  env = { HOME: own };
  const given = ["--no-defaults", "--user=root", `--socket=${socket}`];
  await start(["mariadbd", ...plain, "--skip-networking", `--socket=${socket}`, `--pid-file=${join(own, "pid")}`], () =>
    succeeds("mysql", [...given, "-e", "select 1"], {}),
  );
  execFileSync("mysql", [...given, "-e", `CREATE DATABASE shop; USE shop; ${table.replaceAll("\\", "\\\\")}`], { stdio: "pipe" });
  const count = (args: object) => call("count_orders", args);
  expect(count({ sku: "A-17", total: 0 })).toMatchObject({ status: 0, stdout: "orders\n2\n" });
  expect(count({ sku: "A-17", total: 15 })).toMatchObject({ status: 0, stdout: "orders\n1\n" });
  for (const sku of hostile) expect(count({ sku, total: 0 }).status, sku).toBe(2);
  for (const total of ["0; DROP TABLE orders", "1 OR 1", -1]) expect(count({ sku: "A-17", total }).status).toBe(2);
  expect(isUntouched()).toBe(true);
  expect(count({ sku: "B.2", total: 30 })).toMatchObject({ status: 0, stdout: "orders\n1\n" });
});
