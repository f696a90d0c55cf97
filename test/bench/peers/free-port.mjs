/** A port on which nothing listens, for servers that can't choose one themselves. */
export async function freePort() {
  const { once } = await import("node:events");
  const { createServer } = await import("node:net");
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  return port;
}
