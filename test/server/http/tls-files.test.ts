import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chmodSync, copyFileSync, readFileSync, renameSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { connect } from "node:tls";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { tlsFiles } from "../../../src/server/http/tls-files.js";
import { missing } from "../../kit/needs.js";
import { builtProject } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { program } from "../../kit/toolgen.js";
import { servedOverHttp } from "./connect-http.js";
import { asClient, callOf } from "./send.js";

let project: string;
beforeAll(() => {
  project = builtProject({ "tools.d/say.yaml": "name: say\ndescription: d\nkind: read\ncommand: [echo, hello]\n" });
});

interface Pair {
  readonly key: string;
  readonly cert: string;
}

/** A key and a certificate of this name. */
function newPair(name: string): Pair {
  const folder = temporaryFolder();
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1"];
  const subject = ["-subj", `/CN=${name}`, "-addext", "subjectAltName=IP:127.0.0.1"];
  execFileSync("openssl", ["req", ...kind, "-keyout", key, "-out", cert, ...subject], { stdio: "ignore" });
  chmodSync(key, 0o600);
  return { key, cert };
}

/** Returns the name in the certificate that a new connection gets. */
async function nameAt(url: string): Promise<unknown> {
  // A certificate that signs itself is the subject here.
  const socket = connect({ host: "127.0.0.1", port: Number(new URL(url).port), rejectUnauthorized: false });
  await once(socket, "secureConnect");
  const { CN: name } = socket.getPeerCertificate().subject;
  socket.destroy();
  return name;
}

/** Puts a file in the place of another at once, as programs that renew certificates do. */
function replace(path: string, by: string): void {
  copyFileSync(by, `${path}.new`);
  renameSync(`${path}.new`, path);
}

const onOpenssl = it.skipIf(missing("openssl"));

onOpenssl("gives new connections a renewed certificate, once both files are new", async () => {
  const [pair, renewed] = [newPair("first"), newPair("second")];
  const { url, logged } = await servedOverHttp(project, { tls: tlsFiles(pair) });
  expect([await nameAt(url), await nameAt(url)]).toEqual(["first", "first"]);
  replace(pair.cert, renewed.cert);
  expect([await nameAt(url), await nameAt(url)]).toEqual(["first", "first"]);
  expect(logged).toEqual([expect.stringContaining("goes on with the last certificate")]);
  replace(pair.key, renewed.key);
  expect([await nameAt(url), await nameAt(url)]).toEqual(["second", "second"]);
  expect(logged.slice(1)).toEqual(["uses the renewed certificate of --tls-cert"]);
});

onOpenssl("goes on with the last certificate while the new one is broken, or others may read its key", async () => {
  const [pair, renewed] = [newPair("first"), newPair("second")];
  const { url, logged } = await servedOverHttp(project, { tls: tlsFiles(pair) });
  chmodSync(pair.key, 0o644);
  expect([await nameAt(url), await nameAt(url)]).toEqual(["first", "first"]);
  expect(logged).toEqual([expect.stringContaining("chmod go=")]);
  chmodSync(pair.key, 0o600);
  expect(await nameAt(url)).toBe("first");
  appendFileSync(pair.key, "x");
  copyFileSync("/dev/null", pair.cert);
  expect(await nameAt(url)).toBe("first");
  replace(pair.cert, renewed.cert);
  replace(pair.key, renewed.key);
  expect(await nameAt(url)).toBe("second");
});

/** Starts a program with arguments in the project, until the test is finished. */
function start(args: readonly string[]) {
  const child = spawn(process.execPath, args, { cwd: project, stdio: ["ignore", "ignore", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

onOpenssl.each([
  ["generated/mcp/server.cjs", ["generated/mcp/server.cjs"]],
  ["toolgen mcp", [program, "mcp"]],
])("calls a tool over TLS with the files that the arguments of %s name, and starts with no other key", async (_name, args) => {
  const [{ cert, key }, other] = [newPair("tools"), newPair("others")];
  const withTls = (keyFile: string) => [...args, "--http", "127.0.0.1:0", "--tls-cert", cert, "--tls-key", keyFile];
  const server = start(withTls(key));
  const [said] = await once(server.stderr, "data");
  const url = /listens on (https:[^\s"]+)/.exec(String(said))?.[1] ?? "";
  const body = callOf("say", {});
  const call = request(url, { method: "POST", headers: asClient, ca: readFileSync(cert) });
  call.end(body);
  const [response] = await once(call, "response");
  expect(await text(response)).toContain("hello");
  // A client that speaks without TLS gets nothing.
  await expect(fetch(url.replace("https:", "http:"), { method: "POST", headers: asClient, body })).rejects.toThrow();
  const refused = start(withTls(other.key));
  const problem = text(refused.stderr);
  expect(await once(refused, "close")).not.toEqual([0, null]);
  expect(await problem).toMatch(/can't start: the files of --tls-cert and --tls-key must be a certificate and its key/);
});
