/**
 * An action on the pictures whose URLs are in a stock file.
 * `see`: see which pictures are waiting or have failed.
 * `fetch_again`: fetch the failed pictures again.
 */
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
