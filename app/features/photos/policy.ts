import type { Attachable } from "./rules.ts";

/** `faultOfAttaching` decides about putting photos on a listing. */
export type PhotoAction = "delete";

/** The owner of a photo can delete it, while neither a listing nor a message shows it. */
export function can(viewer: { id: string }, action: PhotoAction, photo: Attachable): boolean {
  const rules = {
    delete: photo.user_id === viewer.id && photo.listing_id === null && photo.chat_message_id === null,
  } as const satisfies Record<PhotoAction, boolean>;
  return rules[action];
}
