import type { ListingStatus } from "#app/domain/listing-status.ts";
import type { Viewer } from "#app/domain/viewer.ts";

export type ListingAction = "view" | "edit" | "delete" | "chat" | "favorite" | "cart";

const RULES: Readonly<
  Record<ListingAction, { readonly signedIn: boolean; readonly owner: boolean | "either" }>
> = {
  view: { signedIn: false, owner: "either" },
  edit: { signedIn: true, owner: true },
  delete: { signedIn: true, owner: true },
  // A seller cannot chat with themselves, and their own cards have no heart.
  chat: { signedIn: true, owner: false },
  favorite: { signedIn: true, owner: false },
  cart: { signedIn: false, owner: false },
};

/** Whether the viewer may take this action on a listing. Null is a signed-out visitor. */
export function can(
  viewer: Viewer | null,
  action: ListingAction,
  listing: { readonly userId: string },
): boolean {
  const rule = RULES[action];
  if (rule.signedIn && !viewer) return false;
  return rule.owner === "either" || rule.owner === (viewer?.id === listing.userId);
}

/** Whether the viewer may see a listing: only its owner sees a hidden one. */
export function canSee(
  viewer: Viewer | null,
  listing: { readonly userId: string; readonly status: ListingStatus },
): boolean {
  return listing.status !== "hidden" || viewer?.id === listing.userId;
}
