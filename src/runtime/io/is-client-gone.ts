/** The process that started this one. When it dies, the system gives this process another parent. */
const client = process.ppid;

/** The client of this process has died. */
export function isClientGone(): boolean {
  return process.ppid !== client;
}
