import type { PreparedCall } from "./prepare.js";

/** Whether a call has anything around it (`makeAround`): most have nothing, and are run as they are. */
export const hasAround = ({ temporary, secrets, outputFile, sandbox, guard }: PreparedCall) =>
  temporary !== undefined || secrets !== undefined || outputFile !== undefined || sandbox !== undefined || guard !== undefined;
