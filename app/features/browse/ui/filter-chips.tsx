import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { ChipView } from "#app/features/listings/view.ts";
import { m } from "#app/paraglide/messages.js";
import { RemovableChip } from "#app/ui/chip.tsx";

/** After a removal the focus moves to the chip that took the position of the removed one. */
export function FilterChips({ chips, clearTo }: { chips: readonly ChipView[]; clearTo: string }) {
  const list = useRef<HTMLUListElement>(null);
  const removedAt = useRef<number>(undefined);
  useEffect(() => {
    const place = removedAt.current;
    if (place === undefined || document.activeElement !== document.body) return;
    removedAt.current = undefined;
    list.current?.querySelectorAll("a")[place]?.focus();
  });
  if (chips.length === 0) return null;
  return (
    <ul
      ref={list}
      className="flex items-center gap-2 max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 max-lg:py-1.5 max-lg:[scrollbar-width:none] max-lg:*:shrink-0 lg:flex-wrap"
    >
      {chips.map((chip, place) => (
        <li key={chip.href}>
          <RemovableChip
            to={chip.href}
            label={chip.label}
            removeLabel={m.browse_remove_filter({ label: chip.label })}
            onClick={() => {
              removedAt.current = place;
            }}
          />
        </li>
      ))}
      <li>
        <Link to={clearTo} preventScrollReset className="inline-block px-2 py-2 underline">
          {m.browse_filters_clear()}
        </Link>
      </li>
    </ul>
  );
}
