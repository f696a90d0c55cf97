import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { compiledTool } from "../../../kit/compiled.js";
import { missing } from "../../../kit/needs.js";
import { temporaryFolder } from "../../../kit/temporary-folder.js";

const properties = {
  free: { type: "string" },
  text: { type: "string", pattern: "^[^-]" },
  plain: { type: "string", pattern: "^[A-Za-z0-9_.@-]+$" },
  path: { type: "string", pattern: "^[\\w./:-]+$" },
  name: { type: "string", pattern: "^[a-z_]+$" },
  n: { type: "integer" },
};

async function built(more: object) {
  const spec = { name: "t", description: "d", kind: "read", schema: { properties, required: Object.keys(properties) }, ...more };
  const { diagnostics, tool } = await compiledTool(JSON.stringify(spec));
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ code, message }) => `${code}: ${message}`);
  return { errors, level: tool?.risk.level, guards: tool?.definition.guards ?? [] };
}

it.each([
  "SELECT * FROM t WHERE a = '{{plain}}'",
  "select * from t where a like '%{{plain}}%' and b <> '{{plain}}'",
  "select * from t where lower(a) = lower('{{plain}}')",
  "select * from t where a in ('x', '{{plain}}')",
  "select * from t where \"it's\" = '{{plain}}'",
  "with q as (select 1) select * from q where a >= '{{plain}}'",
  "select * from t where (a = '{{plain}}' or b = '{{plain}}') and a <> lower('x')",
  "select sum(case when a = '{{plain}}' then 1 else 0 end) from t",
  "select * from t where exists (select 1 from (select a from u) as v where v.a = '{{plain}}')",
  "with q as (select * from t where a = '{{plain}}') select * from q",
  "select a->>'{{plain}}' from t where ')' <> a",
  "select coalesce(nullif(a, '{{plain}}'), lower('x' || '{{plain}}')) from t",
  "insert into t (a) values ('{{plain}}', {{n}})",
  "insert into t (a, b) select '{{plain}}', count(*) from u",
  "select a, '{{plain}}', b from t",
  "select a from t where d >= date '{{plain}}' and '{{plain}}' = b",
  "select '{{plain}}' as label, count(*) from t where upper(a) = lower('{{plain}}')",
  "select f(a) from t where lower(b) = lower('{{plain}}')",
  "select json_group_array(a) filter (where a = '{{plain}}') from t",
  "select string_agg(a, '{{plain}}'), array_agg(b), to_char(d, '{{plain}}') from t",
  "select group_concat(a, '{{plain}}'), row_number() over (partition by a order by b) from t",
  "with q(p) as (select '{{plain}}') select upper(p), count(*) from q group by p",
  "select cast('{{plain}}' as varchar(20)), '{{plain}}'::text from t",
  "select oid::regclass from pg_class where relname = '{{plain}}'",
  "select * from t where a >= '{{plain}}'::date and f(b)",
  "select * from t where to_tsvector(a) @@ plainto_tsquery('{{plain}}')",
  "update t set a = '{{plain}}' where id = {{n}}",
  "update t set a = (select 1 where true), b = 2 where c = '{{plain}}'",
  "update t set a = (select max(b) from u where c = '{{plain}}')",
  "select {{name}} from {{name}} order by {{name}}",
  "select * from '{{name}}'",
])("takes a plain word in quotes of SQL, and a name in one SELECT: %s", async (sql) => {
  for (const command of [
    ["mysql", "-e", sql],
    ["mysql", `--execute=${sql}`],
    ["mysql", `-e${sql}`],
    ["mysql", "--init-command=SET SESSION TRANSACTION READ ONLY", `--execute=${sql}`],
    ["sqlite3", "a.db", sql],
    ["psql", "-c", sql],
  ])
    expect(await built({ command })).toMatchObject({ errors: [], level: "safe" });
  expect(await built({ command: ["sqlite3", "a.db"], stdin: sql })).toMatchObject({ errors: [], level: "safe" });
});

it.each([
  "select * from t where a = '{{text}}'",
  "select * from t where a = {{plain}}",
  'select * from t where a = "{{plain}}"',
  "select readfile('{{plain}}')",
  "select load_extension('{{plain}}')",
  "select lower(pg_read_file('{{plain}}'))",
  "select load_extension(lower('{{path}}'))",
  "select load_extension(lower('{{name}}'))",
  "select writefile('/tmp/a-' || '{{path}}','p')",
  "select readfile('/srv/' || '{{path}}')",
  "select pg_read_file(filename => '{{path}}')",
  "select * from dblink('host='||'{{path}}')",
  "select lo_import('/'||'{{path}}')",
  "select query_to_xml('select '||'{{path}}')",
  "select load_file(concat('/','{{path}}'))",
  "select sys_exec(concat('a','{{path}}'))",
  "select * from read_csv(''||'{{path}}')",
  "select edit('{{path}}')",
  "select edit ( ( case when a = '{{path}}' then",
  "select \"load_extension\"('x' || '{{path}}')",
  "select [load_extension]('x' || '{{path}}')",
  "select lower . load('x' || '{{path}}')",
  "select ')', edit('{{name}}')",
  "with q as (select '{{plain}}' as p) select load_extension(p) from q",
  "select load_extension(p) from (select '{{path}}' as p)",
  "with q(p) as (values ('{{plain}}')) select readfile(p) from q",
  "select '{{plain}}' as p from t where edit(p)",
  "insert into t values ('{{plain}}') returning \"load_extension\"(a)",
  "insert into t values ('{{plain}}'); select readfile(a) from t",
  "update t set b = '{{plain}}'; select load_extension(b) from t",
  "update t set a = (select 1 where true), b = '{{plain}}'; select load_extension(b) from t",
  "update t set a = coalesce(1, (select 1 where true)), b = lower('{{plain}}'); select load_extension(b) from t",
  "update t set \"where\" = 1, b = '{{plain}}'; select load_extension(b) from t",
  "update t set [where] = 1, b = '{{plain}}'; select load_extension(b) from t",
  "update t set t.where = 1, b = '{{plain}}'; select load_file(b) from t",
  "update t set éwhere = 1, b = '{{plain}}'; select load_extension(b) from t",
  "update t set a = ' where ', b = '{{plain}}'; select load_extension(b) from t",
  "update t set a = (select 1 where true), b = '{{plain}}' returning lo_import(b)",
  "insert into t values (1) on conflict (a) do update set c = (select 1 where true), b = '{{plain}}' returning load_extension(b)",
  "insert into t values (1) on duplicate key update b = '{{plain}}'; select load_file(b) from t",
  "select 'select {{plain}}' \\gexec",
  "select @a := '{{plain}}', load_file(@a)",
  "select data from fsdir where name = '{{plain}}'",
  "select {{name}}('/x')",
  "select {{name}}_extension('/x')",
  "select * from '{{name}}.csv'",
  "select * from t into outfile '{{name}}'",
  "select * into {{name}} from t",
  "attach '{{plain}}' as x",
  "copy t from '{{plain}}'",
  "select 1; copy t from '{{plain}}'",
  ".read '{{plain}}'",
  "\\i '{{plain}}'",
  "select 1 -- '{{plain}}'",
  "select 'a' '{{plain}}'",
  "select * from t, '{{plain}}'",
  "select 'it''s {{plain}}",
])("doesn't take a value in other places of SQL: %s", async (sql) => {
  expect((await built({ command: ["sqlite3", "a.db", sql] })).errors).not.toEqual([]);
});

it
  .skipIf(missing("sqlite3"))
  .each([
    "with q as (select '{{path}}' as p) select readfile(p) from q",
    "select readfile(p) from (select '{{path}}' as p)",
    "with q(p) as (values ('{{path}}')) select readfile(p) from q",
    "select '{{path}}' as p where writefile(p || '.secret', 'secret')",
    "create table t (a); insert into t values ('{{path}}'); select readfile(a) from t",
    "select data from fsdir where path = '{{path}}'",
  ])("refuses a word by which sqlite3 really reads or writes a file: %s", async (sql) => {
  const file = join(temporaryFolder(), "a.txt");
  writeFileSync(file, "secret");
  const printed = execFileSync("sqlite3", [":memory:", sql.replaceAll("{{path}}", file)], { encoding: "utf8" });
  expect(sql.includes("writefile") ? readFileSync(`${file}.secret`, "utf8") : printed).toContain("secret");
  expect((await built({ command: ["sqlite3", "a.db", sql] })).errors).not.toEqual([]);
});

it.each([
  "select a.lower('x' || '{{path}}')",
  "select édit('x' || '{{path}}')",
  "select f('{{plain}}')",
  "with q as (select '{{plain}}' as p) select f(p) from q",
  "with q as (select '{{plain}}' as p) select p::regclass from q",
  "select * from t where a = '{{plain}}'::regclass",
  "select ('{{plain}}')::regproc",
  "select cast('{{plain}}' as regclass)",
  "select nextval('{{plain}}')",
  "select set_config('a', '{{plain}}', true)",
  "select '{{plain}}' into b",
  "insert into t values ('{{plain}}'); delete from u",
  "select '{{plain}}' /* ' */, f(1)",
])("asks about a word of which the use isn't known: %s", async (sql) => {
  for (const more of [
    { command: ["sqlite3", "a.db", sql] },
    { command: ["sqlite3", "a.db"], stdin: sql },
    { command: ["psql", "-c", sql] },
  ]) {
    expect(await built(more)).toMatchObject({ errors: [], level: "moderate" });
    const data = ["path", "plain"].filter((one) => sql.includes(`{{${one}}}`));
    expect(await built({ ...more, data })).toMatchObject({ errors: [], level: "safe" });
  }
});

const psql = ["psql", "-X", "-v", "x={{free}}"];

it.each([
  [{ command: psql, stdin: "select :'x', a::x from t where \"b:x\" = ':x' -- :x" }],
  [{ command: psql, stdin: 'select * from :"x"' }],
  [{ command: [...psql, "-f", "{{@temp.q}}"], tempFiles: { q: "select :'x'" } }],
  [{ command: [...psql, "-f", "{{@specDir}}/a.sql"] }],
  [{ command: ["sudo", "-u", "postgres", "psql", "--set=x={{free}}", "--variable", "y={{free}}"], stdin: "select :'x' || :'y'" }],
  [{ command: psql, stdin: "\\echo :'x'\nselect :'x' \\g" }],
  [{ command: ["psql", "-v", "x={{n}}"], stdin: "select * from t limit :x" }],
  [{ command: ["psql", "-v", "x={{name}}"], stdin: "select * from :x" }],
  [{ shell: "psql -v x={{free}} <<'SQL'\nselect :'x';\nSQL\n" }],
])("takes any text in a variable that psql quotes: %j", async (more) => {
  expect(await built(more)).toMatchObject({ errors: [], level: "safe" });
});

it.each([
  [{ command: psql, stdin: "select :x" }, ":x"],
  [{ command: psql, stdin: "select * from t where a = 'b' and c = :x" }, ":x"],
  [{ command: psql, stdin: "select :'x' \\gexec" }, "\\gexec"],
  [{ command: psql, stdin: "\\set y :'x'\nselect :y" }, "\\set y :'x'"],
  [{ command: psql, stdin: "\\o :'x'" }, "\\o :'x'"],
  [{ command: psql, stdin: "\\echo `echo :x`" }, "\\echo `echo :x`"],
  [{ command: psql, stdin: "{{#if n}}select :x{{/if}}" }, ":x"],
  [{ command: [...psql, "-f", "{{@temp.q}}"], tempFiles: { q: "select :x" } }, ":x"],
  [{ command: ["psql", "-v", "x={{plain}}"], stdin: "select :x" }, ":x"],
  [{ shell: "psql -v x={{free}} <<'SQL'\nselect :x;\nSQL\n" }, ":x"],
  [{ shell: "echo \"select :'x' \\gexec\" | psql -v x={{free}}" }, "\\gexec"],
])("reports a variable that becomes a part of the SQL: %j", async (more, use) => {
  const { errors } = await built(more);
  expect(errors).toEqual([expect.stringContaining(`evaluated-argument: psql evaluates \`${use}\``)]);
  const param = JSON.stringify(more).includes("{{plain}}") ? "plain" : "free";
  expect(await built({ ...more, code: { [param]: "sql" } })).toMatchObject({ errors: [], level: "dangerous" });
});

it.each([":'x'", ':"x"', ":x"])("reports that -c doesn't replace %s", async (use) => {
  for (const given of [["-c", `select ${use}`], [`--command=select ${use}`], [`-cselect ${use}`]]) {
    const { errors } = await built({ command: [...psql, ...given] });
    expect(errors).toEqual([`psql-variable: psql doesn't replace ${use} in the text of -c, and the server calls it a syntax error.`]);
  }
  expect((await built({ command: [...psql, "-c", "select 'x:y', a::x from t"] })).errors).toEqual([]);
  expect((await built({ shell: `psql -v x={{free}} -c "select ${use.replaceAll('"', '\\"')}"` })).errors.join()).toContain("psql-variable");
});

it("guards a query that a client reads with an option which makes it moderate", async () => {
  const guard = (where: string, param = "free") => ({ param: [param], kind: "sql-file", where });
  const query = { code: { free: "sql" } };
  const safe = ["sqlite3", "-readonly", "-safe", "a.db"];
  expect(await built({ ...query, command: [...safe, "{{free}}"] })).toEqual({ errors: [], level: "moderate", guards: [guard("sqlite3")] });
  expect(await built({ ...query, command: [...safe, "SELECT {{free}}"] })).toMatchObject({ level: "moderate", guards: [guard("sqlite3")] });
  expect(await built({ ...query, command: safe, stdin: "{{free}}" })).toMatchObject({ level: "moderate", guards: [guard("sqlite3")] });
  expect(await built({ ...query, command: ["sqlite3", "a.db", "{{free}}"] })).toMatchObject({ level: "dangerous", guards: [] });
  expect(await built({ command: [...safe, "select {{n}}, {{name}}"] })).toMatchObject({ level: "safe" });
});
