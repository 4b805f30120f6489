/** A list of options is folded after so many. */
export const SHOWN_OPTIONS = 12;

interface Option {
  readonly value: string;
}

/** Options in their order, those without any result last. A chosen one stays where it is. */
export function inOrder<One extends Option>(
  options: readonly One[],
  isWithout: (value: string) => boolean,
  chosen: readonly string[],
): One[] {
  const isLast = ({ value }: One) => isWithout(value) && !chosen.includes(value);
  return [...options.filter((one) => !isLast(one)), ...options.filter(isLast)];
}

/** The options that are shown at once, and those that are behind "Show all". `kept` are shown wherever they come. */
export function foldedOptions<One extends Option>(
  options: readonly One[],
  kept: ReadonlySet<string>,
): { shown: One[]; folded: One[] } {
  const isShown = ({ value }: One, at: number) => at < SHOWN_OPTIONS || kept.has(value);
  return {
    shown: options.filter(isShown),
    folded: options.filter((one, at) => !isShown(one, at)),
  };
}
