const SHOWN_OPTIONS = 12;

interface Option {
  readonly value: string;
}

/** Options without results come last, except those that are chosen. */
export function inOrder<One extends Option>(
  options: readonly One[],
  isWithout: (value: string) => boolean,
  chosen: readonly string[],
): One[] {
  const isLast = ({ value }: One) => isWithout(value) && !chosen.includes(value);
  return [...options.filter((one) => !isLast(one)), ...options.filter(isLast)];
}

/** Options in `pinned` are always visible. */
export function foldedOptions<One extends Option>(
  options: readonly One[],
  pinned: ReadonlySet<string>,
): { shown: One[]; folded: One[] } {
  const isShown = ({ value }: One, at: number) => at < SHOWN_OPTIONS || pinned.has(value);
  return {
    shown: options.filter(isShown),
    folded: options.filter((one, at) => !isShown(one, at)),
  };
}
