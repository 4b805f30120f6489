// Rules of a slider with two thumbs: minimum and maximum stay at least one step apart.

export type Range = { min: number; max: number; step: number };

/** The positions of both thumbs. A thumb at the range's `min` or `max` excludes nothing on that side. */
export type Span = readonly [low: number, high: number];

/** The applied limits. An undefined end is open; others may be beyond the range. */
export type Ends = readonly [low: number | undefined, high: number | undefined];

/** Moves one end to the step nearest to `value`, at least one step from the other end. */
export function moveEnd(range: Range, span: Span, end: "low" | "high", value: number): Span {
  const [low, high] = span;
  const snapped = range.min + Math.round((value - range.min) / range.step) * range.step;
  if (end === "low") return [clamp(snapped, range.min, Math.max(range.min, high - range.step)), high];
  return [low, clamp(snapped, Math.min(range.max, low + range.step), range.max)];
}

/** The end of the span that is nearer to a point. At equal distance "low", or "high" if the point is above both. */
export function nearerEnd(span: Span, value: number): "low" | "high" {
  const [low, high] = span;
  const [toLow, toHigh] = [Math.abs(value - low), Math.abs(value - high)];
  if (toLow === toHigh) return value > high ? "high" : "low";
  return toLow < toHigh ? "low" : "high";
}

/** Makes a span within the range from ends that may be missing or out of range. */
export function spanOf(range: Range, low: number | undefined, high: number | undefined): Span {
  const start = clamp(low ?? range.min, range.min, range.max - range.step);
  return [start, clamp(high ?? range.max, start + range.step, range.max)];
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
