import { useId } from "react";
import { m } from "#app/paraglide/messages.js";
import type { Shot } from "../photo.ts";
import { LineDrawing } from "./line-drawing.tsx";

/** The suggested photos that are missing. A press on a tile lets the seller pick that photo. */
export function PhotoGuide({ shots, onPick }: { shots: readonly Shot[]; onPick: (key: string) => void }) {
  const id = useId();
  return (
    <div className="grid gap-2 noscript:hidden">
      <p id={id} className="text-sm text-soft">
        {m.photos_guide()}
      </p>
      <ul aria-labelledby={id} className="grid grid-cols-3 gap-2 sm:grid-cols-6">
        {shots.map(({ key, label, drawing }) => (
          <li key={key}>
            <button
              type="button"
              onClick={() => onPick(key)}
              className="flex size-full min-h-24 flex-col items-center justify-center gap-1.5 rounded-lg border border-edge border-dashed p-2 text-soft transition-colors hover:bg-sunken hover:text-ink"
            >
              <LineDrawing paths={drawing} className="w-9 shrink-0" />
              <span className="hyphens-auto text-[0.8125rem] leading-tight">{label}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
