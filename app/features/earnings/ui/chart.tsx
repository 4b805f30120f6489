import { m } from "#app/paraglide/messages.js";
import type { EarningsView, MonthView } from "../view.ts";

// These are in units of the drawing, which is stretched to the available space.
const MONTH = 100;
const HEIGHT = 1000;
const BAR = 34;
/** The least height of a bar, so that a small amount is visible. */
const LEAST = 8;

function Bar({ at, nth, share, className }: { at: number; nth: 0 | 1; share: number; className: string }) {
  if (share === 0) return null;
  const height = Math.max(LEAST, share * HEIGHT);
  return (
    <rect
      x={at * MONTH + 14 + nth * (BAR + 4)}
      y={HEIGHT - height}
      width={BAR}
      height={height}
      vectorEffect="non-scaling-stroke"
      strokeWidth={2}
      className={className}
    />
  );
}

// The two bars differ by more than their colour: "agreed" is an outline, "received" is filled.
const AGREED = "fill-sunken stroke-clay";
const RECEIVED = "fill-clay stroke-clay";

/** For screen readers it is one image; its numbers are in `MonthTable`. */
export function Chart({ months, lines, rangeLabel }: Pick<EarningsView, "months" | "lines" | "rangeLabel">) {
  return (
    <figure className="mb-6">
      <figcaption className="mb-4 flex flex-wrap gap-x-6 gap-y-1 text-[0.9375rem]">
        <Sign className={AGREED} label={m.earnings_agreed()} />
        <Sign className={RECEIVED} label={m.earnings_received()} />
      </figcaption>
      <div role="img" aria-label={m.earnings_chart({ range: rangeLabel })} className="flex pt-2">
        <div className="relative mr-2 h-56 text-right text-[0.8125rem] text-soft tabular-nums sm:h-72">
          {/* Invisible copies of the amounts. The widest copy sets the width for the visible amounts. */}
          {lines.map(({ at, text }) => (
            <span key={at} className="block h-0 overflow-hidden">
              {text}
            </span>
          ))}
          {lines.map(({ at, text }) => (
            <span
              key={at}
              className="absolute right-0 -translate-y-1/2 whitespace-nowrap leading-none"
              style={{ top: `${(1 - at) * 100}%` }}
            >
              {text}
            </span>
          ))}
        </div>
        <div className="min-w-0 flex-1">
          <Bars months={months} lines={lines} />
          <div className="mt-1.5 flex text-center text-[0.8125rem] text-soft">
            {months.map(({ month, short, narrow }) => (
              <span key={month} className="min-w-0 flex-1">
                <span className="sm:hidden">{narrow}</span>
                <span className="hidden sm:inline">{short}</span>
              </span>
            ))}
          </div>
        </div>
      </div>
    </figure>
  );
}

function Bars({ months, lines }: Pick<EarningsView, "months" | "lines">) {
  const width = months.length * MONTH;
  return (
    <svg
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block h-56 w-full overflow-visible sm:h-72"
    >
      {[0, ...lines.map(({ at }) => at)].map((at) => (
        <line
          key={at}
          x1={0}
          x2={width}
          y1={(1 - at) * HEIGHT}
          y2={(1 - at) * HEIGHT}
          vectorEffect="non-scaling-stroke"
          className={at === 0 ? "stroke-edge" : "stroke-line"}
        />
      ))}
      {months.map((month, at) => (
        <g key={month.month}>
          {/* The tooltip. The transparent rectangle shows it also beside and above the bars. */}
          <title>{barText(month)}</title>
          <rect x={at * MONTH} y={0} width={MONTH} height={HEIGHT} fill="transparent" />
          <Bar at={at} nth={0} share={month.agreedShare} className={AGREED} />
          <Bar at={at} nth={1} share={month.receivedShare} className={RECEIVED} />
        </g>
      ))}
    </svg>
  );
}

function barText({ label, agreed, received }: MonthView): string {
  return m.earnings_bar({ month: label, agreed: agreed.text, received: received.text });
}

function Sign({ className, label }: { className: string; label: string }) {
  return (
    <span className="flex items-center gap-2">
      <svg viewBox="0 0 14 14" className="size-3.5 shrink-0" aria-hidden="true">
        <rect x={1} y={1} width={12} height={12} strokeWidth={2} className={className} />
      </svg>
      {label}
    </span>
  );
}
