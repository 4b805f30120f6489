/** `see`: see which pictures of a stock file are waiting or have failed. */
export type PictureAction = "see" | "fetch_again";

const RULES: Readonly<Record<PictureAction, { readonly owner: boolean }>> = {
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
