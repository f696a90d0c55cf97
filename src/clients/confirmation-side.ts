import type { JsonValue } from "../runtime/json/json-value.js";
import type { AgentClient } from "./client.js";
import type { ItemsPiece, Piece } from "./settings/piece.js";
import { clientAsks } from "./start.js";

/**
 * A piece that decides which calls are allowed: any except an entry that starts the server, unless that entry does
 * both.
 */
export const isPolicy = (piece: Piece): boolean => !isServer(piece) || holdsApprovals(piece);

/** A piece that registers the client's hook, or takes it out. */
export const isHook = (piece: Piece): piece is ItemsPiece => piece.kind === "items" && piece.mark !== undefined;

/** A piece that starts the server. */
export const isServer = (piece: Piece): boolean => piece.kind === "entries" && piece.mark !== undefined;

const holdsApprovals = (piece: Piece) => JSON.stringify(piece).includes('"default_tools_approval_mode"');

/** The state of an installation: `entry` is the server's, as it is in the client's settings. */
export interface InstalledClient {
  readonly client: AgentClient;
  readonly entry: JsonValue | undefined;
  /** The settings hold the policy that toolgen compiles now. */
  readonly holdsPolicy: boolean;
  /** The settings hold a hook that asks about calls. */
  readonly holdsHook: boolean;
}

/** The sides that ask about a call. Exactly one should. */
export type ConfirmationSide = "client" | "server" | "both" | "neither" | "none";

/** Finds which side asks. `none`: the server isn't installed. */
export function findConfirmationSide({ client, entry, holdsPolicy, holdsHook }: InstalledClient): ConfirmationSide {
  if (entry === undefined) return "none";
  const leavesItToClient = JSON.stringify(entry).includes(JSON.stringify(clientAsks));
  if (client.confirmationSide === "server") return leavesItToClient ? "neither" : "server";
  // A hook asks about each call that needs it, whatever the rest of the policy says.
  const clientAsksItself = holdsPolicy || holdsHook;
  if (leavesItToClient) return clientAsksItself ? "client" : "neither";
  return clientAsksItself ? "both" : "server";
}
