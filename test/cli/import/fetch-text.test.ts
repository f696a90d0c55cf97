import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { fetchText } from "../../../src/cli/import/open-document.js";

/** A server on loopback that also is a proxy: it answers what is sent to it, and opens every tunnel to itself. */
async function server(answer: RequestListener) {
  const asked: string[] = [];
  const listening = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  }).on("connect", (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    const onward = connect((listening.address() as AddressInfo).port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    for (const one of [onward, socket]) one.on("error", () => {});
  });
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    listening.closeAllConnections();
    listening.close();
  });
  return { asked, address: `http://127.0.0.1:${(listening.address() as AddressInfo).port}` };
}

const limits = { mebibytes: 1000 / 1024 / 1024, seconds: 30 };

it.each(["HTTP_PROXY", "http_proxy", "HTTPS_PROXY"])("asks the proxy that %s names, and not where NO_PROXY says so", async (name) => {
  const { asked, address } = await server((_request, response) => response.end("{}"));
  const protocol = name === "HTTPS_PROXY" ? "https" : "http";
  const fetched = fetchText(`${protocol}://api.example.test/openapi.json`, { limits, env: { [name]: address } });
  // The tunnel leads to a server without TLS.
  if (protocol === "https") await expect(fetched).rejects.toThrow();
  else expect((await fetched).text).toBe("{}");
  expect(asked).toEqual([protocol === "https" ? "CONNECT api.example.test:443" : "GET http://api.example.test/openapi.json"]);
  expect((await fetchText(address, { limits, env: { [name]: "http://127.0.0.1:1", NO_PROXY: "127.0.0.1" } })).text).toBe("{}");
});

it("follows redirects, unpacks, and refuses what is too large, too far or not text", async () => {
  const { address } = await server((request, response) => {
    if (request.url === "/moved") response.writeHead(302, { location: "/packed" }).end();
    else if (request.url === "/away") response.writeHead(302, { location: "http://other.example.test/" }).end();
    else if (request.url === "/loop") response.writeHead(302, { location: "/loop" }).end();
    else if (request.url === "/packed") response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("openapi"));
    else if (request.url === "/large") response.end("x".repeat(1001));
    else if (request.url === "/binary") response.end(Buffer.from([0xff, 0xfe]));
    else response.writeHead(404).end();
  });
  const get = (path: string) => fetchText(`${address}${path}`, { limits, env: {}, origin: address });
  expect(await get("/moved")).toEqual({ url: `${address}/packed`, text: "openapi" });
  await expect(get("/away")).rejects.toThrow("it redirects to http://other.example.test");
  await expect(get("/loop")).rejects.toThrow("it redirects more than 5 times");
  await expect(get("/large")).rejects.toThrow("it is larger than");
  await expect(get("/binary")).rejects.toThrow("it is not text in UTF-8");
  await expect(get("/none")).rejects.toThrow("the server answers with status 404");
  await expect(fetchText(address.replace("//", "//me:secret@"), { limits, env: {} })).rejects.toThrow("a user name or a password");
  await expect(fetchText("http://127.0.0.1:1/", { limits, env: {} })).rejects.toThrow(/^[a-z]/);
});
