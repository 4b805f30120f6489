/** An action on the pictures of a row in a stock file: see how they were fetched, or fetch failed ones again. */
export type PictureAction = "see" | "fetch_again";

const RULES: Readonly<Record<PictureAction, { readonly owner: boolean }>> = {
  // Faults of a shop's own addresses are private to the shop.
  see: { owner: true },
  fetch_again: { owner: true },
};

/** Whether the viewer may do this with the pictures of a listing or an upload. `thing` names its owner. */
export function can(
  viewer: { readonly id: string } | null,
  action: PictureAction,
  thing: { readonly userId: string },
): boolean {
  return viewer !== null && RULES[action].owner === (viewer.id === thing.userId);
}
