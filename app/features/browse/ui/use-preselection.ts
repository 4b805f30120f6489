import { useEffect } from "react";
import { useNavigate } from "react-router";
import type { Preselection } from "#app/features/listings/view.ts";

/** Empty where storage is forbidden or the value is invalid. */
function storedTexts(key: string): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/**
 * Applies the filter values that the browser stored for its visitor, by a navigation to their URL: the HTML of
 * the page is the same for all visitors. A URL that already has the filter is not changed.
 */
export function usePreselection(preselection: Preselection | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!preselection) return;
    const { field, key, values } = preselection;
    const preferred = storedTexts(key);
    const chosen = values.filter((value) => preferred.includes(value));
    if (chosen.length === 0) return;
    const params = new URLSearchParams(window.location.search);
    params.delete("page");
    params.delete("pages");
    for (const value of chosen) params.append(field, value);
    params.set("preselected", field);
    void navigate({ search: `?${params}` }, { replace: true, preventScrollReset: true });
  }, [preselection, navigate]);
}
