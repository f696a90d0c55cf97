// Loaded before a server that would listen on all addresses of the machine: it listens on the loopback alone, and tells on which port.
import { Server } from "node:net";

const { listen } = Server.prototype;
Server.prototype.listen = function (port, ...rest) {
  this.once("listening", () => console.error(`port=${this.address().port}`));
  const callback = rest.find((value) => typeof value === "function");
  return listen.call(this, Number(port), "127.0.0.1", callback);
};
