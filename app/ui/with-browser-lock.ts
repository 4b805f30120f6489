/**
 * Runs calls with this name one after the other, across all tabs. Each answer may change a cookie that the next request
 * sends; with simultaneous requests, one change would be lost.
 */
export async function withBrowserLock(name: string, run: () => Promise<void>): Promise<void> {
  // Locks need https.
  if ("locks" in navigator) await navigator.locks.request(name, run);
  else await run();
}
