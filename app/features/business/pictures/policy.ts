/** An action on pictures named in a stock file: see which are waiting or failed, or fetch the failed ones again. */
export type PictureAction = "see" | "fetch_again";

const RULES: Readonly<Record<PictureAction, { readonly owner: boolean }>> = {
  // Only the owner sees the URLs of failed pictures, and why they failed.
  see: { owner: true },
  fetch_again: { owner: true },
};

/** Whether the viewer may do this with the pictures of a listing or an upload, whose owner is `thing.userId`. */
export function can(
  viewer: { readonly id: string } | null,
  action: PictureAction,
  thing: { readonly userId: string },
): boolean {
  return viewer !== null && RULES[action].owner === (viewer.id === thing.userId);
}
