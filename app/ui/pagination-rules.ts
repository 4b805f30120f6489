export type PageSlot = { page: number } | { gap: "before" | "after" };

/**
 * The slots of the pagination. A gap of a single page shows that page. `current` outside 1..total counts as the
 * nearest page.
 */
export function pageSlots(current: number, total: number): PageSlot[] {
  const at = Math.min(Math.max(1, current), Math.max(1, total));
  if (total <= 5) return Array.from({ length: Math.max(0, total) }, (_, index) => ({ page: index + 1 }));

  const shown = [1, at - 1, at, at + 1, total].filter((page) => page >= 1 && page <= total);
  const slots: PageSlot[] = [];
  let last = 0;
  for (const page of [...new Set(shown)].sort((a, b) => a - b)) {
    if (page - last === 2) slots.push({ page: last + 1 });
    else if (page - last > 2) slots.push({ gap: page <= at ? "before" : "after" });
    slots.push({ page });
    last = page;
  }
  return slots;
}
