/** So many pictures of one host are asked for at once by one server. */
const AT_ONCE = 2;

const turns = new Map<string, { active: number; readonly waiting: (() => void)[] }>();

/**
 * Does `work` when it is its turn with this host: whoever has a whole stock's pictures in one place should not lose it.
 * @throws the reason of `signal` when that is aborted first.
 */
export async function withHostSlot<T>(host: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const turn = turns.get(host) ?? { active: 0, waiting: [] };
  turns.set(host, turn);
  if (turn.active < AT_ONCE) turn.active += 1;
  // The turn is handed over by whoever had it, so that nobody slips in between.
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
