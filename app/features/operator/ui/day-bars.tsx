const BAR = 10;
const GAP = 2;
const HEIGHT = 100;

/** Screen readers skip this chart, since its total is beside it as a number. */
export function DayBars({ heights }: { heights: readonly number[] }) {
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
