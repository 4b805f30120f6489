import { useId } from "react";
import { m } from "#app/paraglide/messages.js";

export function ProgressBar({ label, percent }: { label: string; percent: number }) {
  const id = useId();
  return (
    <div>
      <div className="mb-1.5 flex justify-between gap-4 text-[0.9375rem]">
        <span id={id} className="min-w-0 font-semibold">
          {label}
        </span>
        <span aria-hidden="true" className="tabular-nums">
          {m.business_percent({ percent })}
        </span>
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-3 overflow-hidden rounded-full border border-edge bg-sunken"
      >
        <div
          className="h-full origin-left bg-clay transition-transform"
          style={{ transform: `scaleX(${percent / 100})` }}
        />
      </div>
    </div>
  );
}
