import type { ToolModel } from "../../model/tool.js";
import { hashOf } from "../hash-of.js";
import type { Details } from "../surface.js";
import { presentMembers } from "./present-members.js";

/** The members of a document that MCP clients are shown as they are. */
export const listingDetails = ({ listing, dialect }: ToolModel): Details =>
  presentMembers("", {
    icons: listing.icons === undefined ? undefined : hashOf(listing.icons),
    meta: listing._meta === undefined ? undefined : hashOf(listing._meta),
    "schema.$schema": dialect,
  });
