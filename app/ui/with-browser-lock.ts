/**
 * Runs one after the other what was asked for under this name, in all tabs of the browser: where each answer changes a
 * cookie that the next request brings, two at once would lose one of the changes.
 */
export async function withBrowserLock(name: string, run: () => Promise<void>): Promise<void> {
  // Without https there are no locks.
  if ("locks" in navigator) await navigator.locks.request(name, run);
  else await run();
}
