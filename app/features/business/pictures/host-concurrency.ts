/** How many pictures one server requests from a host simultaneously. */
const MAX_CONCURRENT = 2;

const turns = new Map<string, { active: number; readonly waiting: (() => void)[] }>();

/**
 * Runs `work` when this host has a free slot, so that a stock file with many pictures does not overload it.
 * @throws the reason of `signal` if that is aborted before `work` starts
 */
export async function withHostSlot<T>(host: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const turn = turns.get(host) ?? { active: 0, waiting: [] };
  turns.set(host, turn);
  if (turn.active < MAX_CONCURRENT) turn.active += 1;
  // The previous holder passes the slot on, so that no other caller takes it in between.
  else await new Promise<void>((resolve) => turn.waiting.push(resolve));
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    const next = turn.waiting.shift();
    if (next) next();
    else turn.active -= 1;
    if (turn.active === 0) turns.delete(host);
  }
}
