/**
 * Runs the calls with this name one after the other, across all tabs of the browser. Each answer may change a cookie
 * that the next request sends. Two simultaneous requests would send the same cookie, and one change would be lost.
 */
export async function withBrowserLock(name: string, run: () => Promise<void>): Promise<void> {
  // Locks need https.
  if ("locks" in navigator) await navigator.locks.request(name, run);
  else await run();
}
