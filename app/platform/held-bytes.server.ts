/** Counts the bytes of request bodies that are in memory, by owner. */
export class HeldBytes {
  readonly #most: number;
  readonly #held = new Map<string, number>();

  /** @param most how many bytes one owner may hold */
  constructor(most: number) {
    this.#most = most;
  }

  /** Adds bytes, or removes them when negative. Returns whether the owner now holds too many. */
  add(owner: string, bytes: number): boolean {
    const theirs = (this.#held.get(owner) ?? 0) + bytes;
    if (theirs === 0) this.#held.delete(owner);
    else this.#held.set(owner, theirs);
    return theirs > this.#most;
  }
}

/**
 * By client address, which one person with many accounts shares. Half of what all uploads may hold, because a club or a
 * mobile network shares an address too.
 */
export const heldByAddress = new HeldBytes(64 * 1024 * 1024);
