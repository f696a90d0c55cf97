import type { PreparedCall } from "../contract/call.js";

/** Returns true if a call needs resources (`openCallResources`). Most calls need none and run directly. */
export const needsResources = ({ temporary, secrets, outputFile, sandbox }: PreparedCall) =>
  temporary !== undefined || secrets !== undefined || outputFile !== undefined || sandbox !== undefined;
