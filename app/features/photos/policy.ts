import type { Attachable } from "./rules.ts";

/** Who may do what with a photo. Putting it on a listing is decided with the others: `faultOfAttaching`. */
export type PhotoAction = "delete";

/** A photo can be thrown away by whom it belongs to, while neither a listing nor a message shows it. */
export function can(viewer: { id: string }, action: PhotoAction, photo: Attachable): boolean {
  const rules = {
    delete: photo.user_id === viewer.id && photo.listing_id === null && photo.chat_message_id === null,
  } as const satisfies Record<PhotoAction, boolean>;
  return rules[action];
}
