import { ProtocolError } from "@modelcontextprotocol/server";
import { isSharedStateError } from "../redis/shared-state-error.js";
import { unavailable } from "./unavailable.js";

/** Runs a request for what replicas share. Throws the protocol's error if that can't be read now. */
export async function withUnavailableError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isSharedStateError(error)) throw error;
    throw new ProtocolError(unavailable, "The server can't read or store now what its replicas share. Ask again in a few seconds.");
  }
}
