import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { CellPosition } from "../reading/sheet-state.ts";
import { HEAD_COLUMN } from "./sheet-row.tsx";

const PAGE_ROWS = 10;

const STEPS: Readonly<Record<string, (spot: CellPosition, last: CellPosition) => CellPosition>> = {
  ArrowUp: ({ at, column }) => ({ at: at - 1, column }),
  ArrowDown: ({ at, column }) => ({ at: at + 1, column }),
  ArrowLeft: ({ at, column }) => ({ at, column: column - 1 }),
  ArrowRight: ({ at, column }) => ({ at, column: column + 1 }),
  PageUp: ({ at, column }) => ({ at: at - PAGE_ROWS, column }),
  PageDown: ({ at, column }) => ({ at: at + PAGE_ROWS, column }),
  Home: ({ at }) => ({ at, column: HEAD_COLUMN }),
  End: ({ at }, last) => ({ at, column: last.column }),
  "Control+Home": () => ({ at: 0, column: 0 }),
  "Control+End": (_, last) => last,
};

/**
 * Moves the focus as in an ARIA grid. `spot` is the only cell that can be focused; after `scrollToRow`, it gets the
 * focus as soon as its row is rendered.
 */
export function useGridFocus(
  scroller: RefObject<HTMLElement | null>,
  last: CellPosition,
  scrollToRow: (at: number) => void,
) {
  const [wanted, setWanted] = useState<CellPosition>({ at: 0, column: 0 });
  const spot = {
    at: Math.max(0, Math.min(wanted.at, last.at)),
    column: Math.max(HEAD_COLUMN, Math.min(wanted.column, last.column)),
  };
  const focusing = useRef<CellPosition>(null);

  useEffect(() => {
    // An effect of an earlier render may run after the next key.
    if (focusing.current !== wanted) return;
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-spot="${spot.at} ${spot.column}"]`);
    if (!cell) return;
    focusing.current = null;
    cell.focus();
  });

  function focusCell(next: CellPosition): void {
    focusing.current = next;
    setWanted(next);
    scrollToRow(Math.max(0, Math.min(next.at, last.at)));
  }

  /** Returns whether the key moves the focus. */
  function moveFocus(event: KeyboardEvent): boolean {
    const step = STEPS[(event.ctrlKey || event.metaKey ? "Control+" : "") + event.key];
    if (!step || event.altKey) return false;
    event.preventDefault();
    const next = step(spot, last);
    focusCell({
      at: Math.max(0, Math.min(next.at, last.at)),
      column: Math.max(HEAD_COLUMN, Math.min(next.column, last.column)),
    });
    return true;
  }

  /** A screen reader or a press can focus a cell without a key of the grid. */
  function followFocus({ target }: FocusEvent): void {
    const cell = target.closest<HTMLElement>("[data-spot]");
    const [at, column] = cell?.dataset.spot?.split(" ").map(Number) ?? [];
    if (at !== undefined && column !== undefined) setWanted({ at, column });
  }

  return { spot, focusCell, moveFocus, followFocus, setFocusable: setWanted };
}
