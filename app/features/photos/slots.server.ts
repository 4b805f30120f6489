import { PhotoRefused } from "./photo-refused.ts";

// Two decodes use two cores. A third would only slow down all, and each takes some 100 MB for a moment.
const MAX_CONCURRENT = 2;
// The most callers that wait for a slot. The last of them waits 15 s at worst.
const MAX_WAITING = 24;

let active = 0;
const waiting: (() => void)[] = [];

/**
 * Runs `work` when a slot for decoding is free.
 * @throws PhotoRefused "busy" at once when too many wait already.
 */
export async function inSlot<T>(work: () => Promise<T>): Promise<T> {
  if (active >= MAX_CONCURRENT) {
    if (waiting.length >= MAX_WAITING) throw new PhotoRefused("busy");
    // The caller whose work ended passes its slot on, so that no other caller takes it in between.
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
