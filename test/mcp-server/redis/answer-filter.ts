import { type AddressInfo, connect, createServer } from "node:net";
import { onTestFinished } from "vitest";

/** A way to Redis that can drop its answers. */
export interface AnswerFilter {
  readonly url: string;
  /** Ends the connection at the next answer of Redis, which is lost. */
  loseNextAnswer(): void;
}

export async function startAnswerFilter(redisUrl: string): Promise<AnswerFilter> {
  const port = Number(new URL(redisUrl).port);
  let isLost = false;
  const server = createServer((client) => {
    const redis = connect(port, "127.0.0.1");
    client.pipe(redis);
    redis.on("data", (bytes) => {
      if (isLost) client.destroy();
      else client.write(bytes);
      isLost = false;
    });
    client.on("close", () => redis.destroy()).on("error", () => {});
    redis.on("close", () => client.destroy()).on("error", () => {});
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => void server.close());
  const loseNextAnswer = () => {
    isLost = true;
  };
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, loseNextAnswer };
}
