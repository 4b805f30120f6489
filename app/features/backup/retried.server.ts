import { setTimeout } from "node:timers/promises";

/** Before each new try, in milliseconds. */
const PAUSES = [500, 5_000, 30_000];

/**
 * Repeats work that fails, such as a request whose connection breaks, so that it does not end a backup of hours.
 * @throws the last error of `work`, and the reason of `signal`
 */
export async function retried<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  for (const pause of PAUSES) {
    try {
      return await work();
    } catch {
      signal?.throwIfAborted();
      await setTimeout(pause, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  }
  return work();
}
