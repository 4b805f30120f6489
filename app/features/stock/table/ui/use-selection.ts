import { useRef, useState } from "react";
import { keyText } from "#app/features/listings/picked.ts";
import type { StockItem } from "../view.ts";

export interface Selection {
  readonly keys: ReadonlySet<string>;
  /** Whether all listings that match the filter are selected, also those of other pages. */
  readonly all: boolean;
  readonly toggle: (key: string, withShift: boolean) => void;
  readonly toggleAll: () => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

/** The selection is cleared when the page gets other rows. */
export function useSelection(items: readonly StockItem[]): Selection {
  const order = items.map(keyText);
  const page = order.join();
  const [state, setState] = useState({ page, keys: new Set<string>(), all: false });
  const last = useRef<string | null>(null);
  if (state.page !== page) setState({ page, keys: new Set(), all: false });
  const set = (keys: Set<string>, all = false) => setState({ page, keys, all });

  function toggle(key: string, withShift: boolean) {
    const keys = new Set(state.all ? order : state.keys);
    const pick = !keys.has(key);
    const [from, to] = [order.indexOf(last.current ?? ""), order.indexOf(key)];
    const range = withShift && from !== -1 ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : [key];
    for (const each of range) {
      if (pick) keys.add(each);
      else keys.delete(each);
    }
    last.current = key;
    set(keys);
  }

  return {
    keys: state.keys,
    all: state.all,
    toggle,
    toggleAll: () => set(state.all || state.keys.size === order.length ? new Set() : new Set(order)),
    selectAll: () => set(new Set(order), true),
    clear: () => set(new Set()),
  };
}
