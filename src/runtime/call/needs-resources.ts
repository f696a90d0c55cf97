import type { PreparedCall } from "../contract/call.js";

/** Whether a call has anything around it (`openCallResources`): most have nothing, and are run as they are. */
export const needsResources = ({ temporary, secrets, outputFile, sandbox, guard }: PreparedCall) =>
  temporary !== undefined || secrets !== undefined || outputFile !== undefined || sandbox !== undefined || guard !== undefined;
