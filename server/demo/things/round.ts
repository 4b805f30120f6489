/** Outlines that many drawings want. */

export const circle = (x: number, y: number, r: number) => oval(x, y, r, r);

export const oval = (x: number, y: number, rx: number, ry: number) =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;

/** A box with round corners, its middle at x, y. */
export function rounded(x: number, y: number, wide: number, high: number, r: number): string {
  const [w, h] = [wide - 2 * r, high - 2 * r];
  return `M${x - w / 2} ${y - high / 2}h${w}a${r} ${r} 0 0 1 ${r} ${r}v${h}a${r} ${r} 0 0 1 ${-r} ${r}h${-w}a${r} ${r} 0 0 1 ${-r} ${-r}v${-h}a${r} ${r} 0 0 1 ${r} ${-r}Z`;
}
