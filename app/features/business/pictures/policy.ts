/** What somebody may want to do with the pictures that a row of a file named. */
export type PictureAction = "see" | "fetch_again";

const RULES: Readonly<Record<PictureAction, { readonly owner: boolean }>> = {
  // What is wrong with a shop's own addresses is nobody else's to know.
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
