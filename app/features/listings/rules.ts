import type { CategoryDefinition } from "#app/domain/categories/definition.ts";

/** The page that a listing was opened from, where that matters for Back. */
export type From = "my-listings" | "favorites";

/** Reads what a link's state or an address says of it. */
export function fromOf(value: unknown): From | null {
  return value === "my-listings" || value === "favorites" ? value : null;
}

/** Where a visitor of a listing came from, as far as it matters for Back. */
export interface Origin {
  /** Whether there is a page of ours to go back to. */
  readonly history: boolean;
  readonly from: From | null;
  readonly owner: boolean;
}

/** Where Back leads: a path, or one step in the history (marketplace spec §2, Back rules). */
export function backTarget(
  definition: Pick<CategoryDefinition, "plural" | "back">,
  origin: Origin,
): string | "history" {
  if (origin.from === "my-listings") return "/my-listings";
  if (origin.owner && definition.back.owner === "my-listings") return "/my-listings";
  if (origin.history && origin.from === "favorites") return "/favorites";
  return origin.history && definition.back.others === "previous" ? "history" : `/${definition.plural}`;
}

/** Listings to a page: ten, or six on a small screen (marketplace spec §9). */
export const PAGE_SIZES = { wide: 10, compact: 6 } as const;

/** The width below which a screen is small. */
export const COMPACT_BELOW_PX = 768;

/** Whether a request says of itself that it comes from a phone. */
export function isCompact(headers: { get(name: string): string | null }): boolean {
  const hint = headers.get("sec-ch-ua-mobile");
  return hint === null ? /\bMobile\b/.test(headers.get("user-agent") ?? "") : hint === "?1";
}

/** The page size of a request: what its page found out about the screen, else what the browser says of itself. */
export function pageSizeOf(asked: string | null, headers: { get(name: string): string | null }): number {
  if (asked === String(PAGE_SIZES.compact)) return PAGE_SIZES.compact;
  if (asked === String(PAGE_SIZES.wide)) return PAGE_SIZES.wide;
  return isCompact(headers) ? PAGE_SIZES.compact : PAGE_SIZES.wide;
}
