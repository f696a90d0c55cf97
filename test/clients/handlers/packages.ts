/** A handler that does something small with a package, without a network. */
interface Case {
  readonly imports: string;
  /** The body of the function. */
  readonly body: string;
  readonly result: string;
}

const ofImports = (imports: string, body: string, result: string): Case => ({ imports, body, result });
/** The default export of the package, by the name that the body calls it. */
const ofDefault = (name: string, from: string, body: string, result: string) => ofImports(`import ${name} from "${from}";`, body, result);

/** Packages that handlers often use, by name. */
export const packages: Readonly<Record<string, Case>> = {
  "adm-zip": ofDefault(
    "AdmZip",
    "adm-zip",
    'const zip = new AdmZip(); zip.addFile("a.txt", Buffer.from("hi")); return new AdmZip(zip.toBuffer()).readAsText("a.txt");',
    "hi",
  ),
  axios: ofDefault(
    "axios",
    "axios",
    'return axios.create({ baseURL: "https://a.test" }).getUri({ url: "/b", params: { c: 1 } });',
    "https://a.test/b?c=1",
  ),
  bcryptjs: ofDefault("bcrypt", "bcryptjs", 'return String(bcrypt.compareSync("a", bcrypt.hashSync("a", 4)));', "true"),
  "better-sqlite3": ofDefault(
    "Database",
    "better-sqlite3",
    'return String(new Database(":memory:").prepare("select 1 + 1 as n").get().n);',
    "2",
  ),
  chalk: ofImports('import { Chalk } from "chalk";', 'return new Chalk({ level: 1 }).red("a");', "\u001b[31ma\u001b[39m"),
  cheerio: ofImports('import { load } from "cheerio";', 'return load("<p>a<b>b</b></p>")("b").text();', "b"),
  "csv-parse": ofImports('import { parse } from "csv-parse/sync";', 'return parse("a,b\\n1,2\\n")[1].join();', "1,2"),
  dayjs: ofDefault("dayjs", "dayjs", 'return dayjs("2026-01-02").add(1, "day").format("YYYY-MM-DD");', "2026-01-03"),
  dotenv: ofImports('import { parse } from "dotenv";', 'return parse("A=b").A;', "b"),
  ejs: ofDefault("ejs", "ejs", 'return ejs.render("a<%= b %>", { b: 1 });', "a1"),
  execa: ofImports('import { execa } from "execa";', 'return (await execa(process.execPath, ["-p", "1 + 1"])).stdout;', "2"),
  "fast-xml-parser": ofImports(
    'import { XMLParser } from "fast-xml-parser";',
    'return String(new XMLParser().parse("<a><b>1</b></a>").a.b);',
    "1",
  ),
  handlebars: ofDefault("Handlebars", "handlebars", 'return Handlebars.compile("a{{b}}")({ b: 1 });', "a1"),
  ioredis: ofDefault("Redis", "ioredis", 'return new Redis({ lazyConnect: true, host: "a.test" }).options.host;', "a.test"),
  jose: ofImports(
    'import { jwtVerify, SignJWT } from "jose";',
    'const key = new Uint8Array(32); const token = await new SignJWT({ a: "b" }).setProtectedHeader({ alg: "HS256" }).sign(key); return (await jwtVerify(token, key)).payload.a;',
    "b",
  ),
  "js-yaml": ofImports('import { load } from "js-yaml";', 'return String(load("a: 1").a);', "1"),
  jsonwebtoken: ofDefault("jwt", "jsonwebtoken", 'return jwt.verify(jwt.sign({ a: "b" }, "key"), "key").a;', "b"),
  lodash: ofDefault("_", "lodash", 'return _.kebabCase("aB cD");', "a-b-c-d"),
  marked: ofImports('import { marked } from "marked";', 'return marked.parse("*a*").trim();', "<p><em>a</em></p>"),
  mysql2: ofDefault("mysql", "mysql2/promise", 'return mysql.format("select ?", ["o\'x"]);', "select 'o\\'x'"),
  nanoid: ofImports('import { nanoid } from "nanoid";', "return String(nanoid().length);", "21"),
  "node-fetch": ofDefault("fetch", "node-fetch", 'return (await fetch("data:text/plain,hi")).text();', "hi"),
  nodemailer: ofDefault(
    "nodemailer",
    "nodemailer",
    'const sent = await nodemailer.createTransport({ jsonTransport: true }).sendMail({ to: "a@a.test", text: "hi" }); return JSON.parse(sent.message).text;',
    "hi",
  ),
  papaparse: ofDefault("Papa", "papaparse", 'return Papa.parse("a,b").data[0].join("+");', "a+b"),
  pg: ofImports('import { Client } from "pg";', 'return new Client({ host: "a.test" }).escapeLiteral("o\'x");', "'o''x'"),
  pino: ofDefault(
    "pino",
    "pino",
    'const lines = []; pino({ base: null, timestamp: false }, { write: (line) => lines.push(line) }).info("hi"); return lines[0].trim();',
    '{"level":30,"msg":"hi"}',
  ),
  redis: ofImports('import { createClient } from "redis";', 'return String(createClient({ url: "redis://a.test" }).isOpen);', "false"),
  sharp: ofDefault(
    "sharp",
    "sharp",
    'return (await sharp({ create: { width: 2, height: 1, channels: 3, background: "red" } }).png().toBuffer({ resolveWithObject: true })).info.format;',
    "png",
  ),
  "sql.js": ofDefault(
    "initSqlJs",
    "sql.js",
    'const db = new (await initSqlJs()).Database(); return String(db.exec("select 1 + 1")[0].values[0][0]);',
    "2",
  ),
  undici: ofImports('import { Headers } from "undici";', 'return new Headers({ a: "b" }).get("A");', "b"),
  uuid: ofImports('import { v5 } from "uuid";', 'return v5("a", v5.URL);', "e1407479-3136-56c0-9908-bb02fb0339e2"),
  ws: ofImports('import { WebSocketServer } from "ws";', "return String(new WebSocketServer({ noServer: true }).clients.size);", "0"),
  yaml: ofImports('import { stringify } from "yaml";', "return stringify({ a: 1 }).trim();", "a: 1"),
  zod: ofImports('import { z } from "zod";', 'return z.string().email().safeParse("a").success ? "yes" : "no";', "no"),
};
