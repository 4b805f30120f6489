import { PhotoRefused } from "./photo-refused.ts";

// Two decodes fill two cores; a third would only make all of them slower, and each takes some 100 MB for a moment.
const AT_ONCE = 2;
// At worst some 15 s of waiting.
const MAX_WAITING = 24;

let active = 0;
const waiting: (() => void)[] = [];

/**
 * Does `work` when one of the few places for decoding is free.
 * @throws PhotoRefused "busy" at once when too many wait already.
 */
export async function inSlot<T>(work: () => Promise<T>): Promise<T> {
  if (active >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw new PhotoRefused("busy");
    // The place is handed over by whoever leaves it, so that nobody slips in between.
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
