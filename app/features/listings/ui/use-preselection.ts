import { useEffect } from "react";
import { useNavigate } from "react-router";
import type { Preselection } from "../view.ts";

/** What a browser keeps under a key: a list of texts, however it was written; none where it may keep nothing. */
function keptTexts(key: string): readonly unknown[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/**
 * Chooses what the browser knows of its visitor (M4.16), by an address that says so: the page itself is
 * the same for all. Once, since an address that says anything of that filter is left alone.
 */
export function usePreselection(preselection: Preselection | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!preselection) return;
    const { field, key, values } = preselection;
    const kept = keptTexts(key);
    const chosen = values.filter((value) => kept.includes(value));
    if (chosen.length === 0) return;
    const params = new URLSearchParams(window.location.search);
    params.delete("page");
    for (const value of chosen) params.append(field, value);
    params.set("preselected", field);
    void navigate({ search: `?${params}` }, { replace: true, preventScrollReset: true });
  }, [preselection, navigate]);
}
