import { type PointerEvent, useRef } from "react";
import { formatFigure } from "#app/domain/format.ts";
import { readPriceLimit } from "#app/domain/money.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { FieldError } from "./field-parts.tsx";
import { type Ends, moveEnd, nearerEnd, type Range, spanOf } from "./range-rules.ts";
import { useSlider } from "./use-slider.ts";
import { useStateResetBy, useSyncedInput } from "./use-synced-state.ts";

type RangeSliderProps = {
  legend: string;
  /** Shows the legend to screen readers only, where a heading already has the same text. */
  hideLegend?: boolean;
  range: Range;
  /** The initial limits, applied again when they change. A missing end is open; others may be beyond the range. */
  low?: number;
  high?: number;
  lowName: string;
  highName: string;
  /** The unit beside a number: "€" before it, others after it ("g", "sq in"). Amounts of "€" are read as money. */
  unit?: string;
  /** The unit beside the number 1, if it has a singular. */
  unitOfOne?: string;
  /** Texts of inputs that the server could not read, and their error. */
  written?: { readonly min?: string; readonly max?: string; readonly error: string };
  /** The top of the range is open ("400+"). */
  openEnd?: boolean;
  /**
   * Not called at every pixel, but when the user has finished a move. An end at the limit of the range is undefined.
   */
  onSettle?: (low: number | undefined, high: number | undefined) => void;
};

/**
 * Two native range inputs share a track, so arrow keys, Home, End and screen readers work. The form submits the two
 * number inputs, which also work without JavaScript. A thumb at the limit of the range leaves its input empty, so it
 * excludes nothing. What is typed applies as it is; the thumb then stands at the nearest place.
 */
export function RangeSlider(props: RangeSliderProps) {
  const {
    legend,
    hideLegend,
    range,
    lowName,
    highName,
    unit,
    unitOfOne,
    written,
    openEnd = false,
    onSettle,
  } = props;
  const given: Ends = [props.low, props.high];
  const slider = useSlider(
    () => onSettle?.(...ends),
    () => setEnds(() => given),
  );
  // New props may answer an earlier move, so they are ignored while a thumb moves.
  const [ends, setEnds] = useStateResetBy(
    given.join(),
    (before?: Ends) => (slider.moving && before) || given,
  );
  const span = spanOf(range, ...ends);
  const dragged = useRef<"low" | "high">("low");
  const low = useRef<HTMLInputElement>(null);
  const high = useRef<HTMLInputElement>(null);

  // Not from useId, because the HTML of sliders is cached.
  const errorId = `${lowName}-error`;
  const open = (end: "low" | "high", value: number) => value === (end === "low" ? range.min : range.max);
  const share = (value: number) => ((value - range.min) / (range.max - range.min)) * 100;
  const nameOfValue = (end: "low" | "high", value: number) =>
    withUnit(
      `${formatFigure(value, getLocale())}${openEnd && end === "high" && open(end, value) ? "+" : ""}`,
      value === 1 ? (unitOfOne ?? unit) : unit,
    );

  /** The other end stays as it was typed, even beyond the range. */
  function set(end: "low" | "high", value: number | undefined): Ends {
    const next: Ends = end === "low" ? [value, ends[1]] : [ends[0], value];
    setEnds(() => next);
    return next;
  }

  function move(end: "low" | "high", to: number) {
    const [low, high] = moveEnd(range, span, end, to);
    const value = end === "low" ? low : high;
    slider.step();
    set(end, open(end, value) ? undefined : value);
  }

  /** A press on the track brings the nearer thumb, which then follows the pointer. */
  function dragOnTrack(event: PointerEvent<HTMLDivElement>) {
    const { target, currentTarget, pointerId, clientX, type } = event;
    if (target !== currentTarget || !(type === "pointerdown" || currentTarget.hasPointerCapture(pointerId)))
      return;
    const box = currentTarget.getBoundingClientRect();
    const value = range.min + ((clientX - box.left) / box.width) * (range.max - range.min);
    if (type === "pointerdown") {
      event.preventDefault();
      currentTarget.setPointerCapture(pointerId);
      dragged.current = nearerEnd(span, value);
      (dragged.current === "low" ? low : high).current?.focus();
    }
    move(dragged.current, value);
  }

  const thumb = (end: "low" | "high") => {
    const index = end === "low" ? 0 : 1;
    return (
      <input
        ref={end === "low" ? low : high}
        type="range"
        min={range.min}
        max={range.max}
        step={range.step}
        value={span[index]}
        aria-label={`${legend}: ${end === "low" ? m.ui_minimum() : m.ui_maximum()}`}
        aria-valuetext={nameOfValue(end, ends[index] ?? span[index])}
        onChange={(event) => move(end, event.currentTarget.valueAsNumber)}
        className="range-thumb -inset-x-5.5 absolute inset-y-0 h-11 w-[calc(100%+2.75rem)]"
      />
    );
  };

  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className={hideLegend ? "sr-only" : "mb-1 font-semibold text-[0.9375rem]"}>{legend}</legend>
      <div
        {...slider.handlers}
        onPointerDown={(event) => {
          dragOnTrack(event);
          slider.handlers.onPointerDown();
        }}
        onPointerMove={dragOnTrack}
        className="relative mx-3 h-11 cursor-pointer touch-pan-y noscript:hidden"
      >
        <div className="-translate-y-1/2 pointer-events-none absolute inset-x-0 top-1/2 h-px bg-edge" />
        <div
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 h-1 rounded-full bg-ink"
          style={{ left: `${share(span[0])}%`, right: `${100 - share(span[1])}%` }}
        />
        {thumb("low")}
        {thumb("high")}
      </div>
      <div className="flex items-center gap-2">
        {(["low", "high"] as const).map((end, index) => (
          <NumberEnd
            key={end}
            label={`${legend}: ${end === "low" ? m.ui_minimum() : m.ui_maximum()}`}
            name={end === "low" ? lowName : highName}
            isMoney={unit === EURO}
            written={written?.[end === "low" ? "min" : "max"]}
            describedBy={errorId}
            value={ends[index as 0 | 1]}
            placeholder={nameOfValue(end, end === "low" ? range.min : range.max)}
            onLeave={(value) => onSettle?.(...set(end, value))}
          />
        ))}
      </div>
      <FieldError id={errorId} error={written?.error} />
    </fieldset>
  );
}

const EURO = "€";

function withUnit(value: string, unit: string | undefined): string {
  if (!unit) return value;
  return unit === EURO ? `€${value}` : `${value} ${unit}`;
}

function NumberEnd({
  label,
  name,
  isMoney,
  written,
  describedBy,
  value,
  placeholder,
  onLeave,
}: {
  label: string;
  name: string;
  isMoney: boolean;
  written: string | undefined;
  describedBy: string;
  value: number | undefined;
  placeholder: string;
  onLeave: (value: number | undefined) => void;
}) {
  const shown = written ?? String(value ?? "");
  const input = useSyncedInput(shown);
  const kind = isMoney
    ? ({ type: "text", inputMode: "decimal" } as const)
    : ({ type: "number", inputMode: "numeric", min: 0, step: "any" } as const);
  return (
    <input
      ref={input}
      {...kind}
      aria-label={label}
      aria-invalid={written === undefined ? undefined : true}
      aria-describedby={written === undefined ? undefined : describedBy}
      name={name}
      defaultValue={shown}
      placeholder={placeholder}
      onBlur={(event) => {
        const typed = isMoney ? eurosIn(event.currentTarget.value) : numberIn(event.currentTarget);
        // The form sends what is no amount to the server, which says so.
        if (typed === null || typed === value) return;
        onLeave(typed);
      }}
      className="field min-w-0 flex-1 tabular-nums [appearance:textfield]"
    />
  );
}

function numberIn({ value, valueAsNumber }: HTMLInputElement): number | undefined {
  return value === "" ? undefined : valueAsNumber;
}

/** Null for a text that is no amount. */
function eurosIn(text: string): number | null | undefined {
  if (text.trim() === "") return undefined;
  const cents = readPriceLimit(text);
  return cents === null ? null : cents / 100;
}
