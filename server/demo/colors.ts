/** Arithmetic on "#rrggbb" colours. */

export function channels(color: string): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** `part` 0 is the first colour, 1 the second. */
export function mixed(one: string, other: string, part: number): string {
  const [a, b] = [channels(one), channels(other)];
  const hex = a.map((value, index) =>
    Math.round(value + ((b[index] ?? 0) - value) * part)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${hex.join("")}`;
}

/** Darker below 0, lighter above; -1 is black, 1 is white. */
export function shaded(color: string, by: number): string {
  return by < 0 ? mixed(color, "#04060a", -by) : mixed(color, "#ffffff", by);
}
