/** An action on the pictures that a row of a file named. */
export type PictureAction = "see" | "fetch_again";

const RULES: Readonly<Record<PictureAction, { readonly owner: boolean }>> = {
  // Faults of a shop's own addresses are private to the shop.
  see: { owner: true },
  fetch_again: { owner: true },
};

/** Whether the viewer may do this with the pictures of that owner's listing or upload. */
export function can(
  viewer: { readonly id: string } | null,
  action: PictureAction,
  thing: { readonly userId: string },
): boolean {
  return viewer !== null && RULES[action].owner === (viewer.id === thing.userId);
}
