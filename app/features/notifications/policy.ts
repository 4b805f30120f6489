type Person = { readonly id: string };

type OwnedNotice = { readonly userId: string };

const ACTIONS = {
  read: isRecipient,
  mark: isRecipient,
} as const;

function isRecipient(person: Person, notice: OwnedNotice): boolean {
  return person.id === notice.userId;
}

/** Whether the viewer may read or mark a notification: only its owner may. For others it does not exist. */
export function can(viewer: Person | null, action: keyof typeof ACTIONS, notice: OwnedNotice): boolean {
  return viewer !== null && ACTIONS[action](viewer, notice);
}
