/** Settings that every `Config` of the real core has here: this folder, no model, and no listeners. */
export const coreSettings = {
  sessionId: "test",
  targetDir: process.cwd(),
  cwd: process.cwd(),
  model: "none",
  debugMode: false,
  approvalMode: "yolo",
  usageStatisticsEnabled: false,
  telemetry: { enabled: false },
};
