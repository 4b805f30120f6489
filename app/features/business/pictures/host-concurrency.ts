/** How many pictures our server requests from one host simultaneously. */
const MAX_CONCURRENT = 2;

const turns = new Map<string, { active: number; readonly waiting: (() => void)[] }>();

/**
 * Runs `work` when this host has a free slot. So a stock file with all its pictures on one host does not overload it.
 * @throws the reason of `signal` when that is aborted first.
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
