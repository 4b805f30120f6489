const BAR = 10;
const GAP = 2;
const HEIGHT = 100;

/** A figure with its total, and a bar for each day or week. */
export function BarFigure({
  label,
  total,
  heights,
}: {
  label: string;
  total: string;
  /** From 0 to 1, the oldest first. */
  heights: readonly number[];
}) {
  return (
    <>
      <p className="mb-2 flex items-baseline justify-between gap-4">
        {label} <strong className="text-heading tabular-nums">{total}</strong>
      </p>
      <Bars heights={heights} />
    </>
  );
}

/** Screen readers skip this chart: its total stands above it as text. */
function Bars({ heights }: { heights: readonly number[] }) {
  const step = BAR + GAP;
  const bars = heights.flatMap((height, at) =>
    height === 0 ? [] : [{ x: at * step, height: height * HEIGHT }],
  );
  return (
    <svg
      viewBox={`0 0 ${heights.length * step - GAP} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-10 w-full border-line border-b"
    >
      {bars.map(({ x, height }) => (
        <rect key={x} x={x} y={HEIGHT - height} width={BAR} height={height} className="fill-clay" />
      ))}
    </svg>
  );
}
