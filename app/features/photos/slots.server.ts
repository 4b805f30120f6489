import { Refused } from "#app/platform/refused.server.ts";

// Two decodings use two cores. A third would only slow the others down, and each decoding takes some 100 MB for a
// moment.
const MAX_CONCURRENT = 2;
// The most callers that wait for a slot. With usual photos, the last of them waits 15 s at worst.
const MAX_WAITING = 24;

/** When a caller may try again. */
export const BUSY_SECONDS = 5;

let active = 0;
const waiting: (() => void)[] = [];

/**
 * Runs `work` when a slot for decoding is free, and returns its result.
 * @throws Refused "photo_busy" immediately when too many callers wait already.
 */
export async function inSlot<T>(work: () => Promise<T>): Promise<T> {
  if (active >= MAX_CONCURRENT) {
    if (waiting.length >= MAX_WAITING) throw new Refused("photo_busy", { seconds: BUSY_SECONDS });
    // A caller whose work has ended passes its slot to the first waiting caller, so that no new caller gets it in
    // between.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    active += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else active -= 1;
  }
}
