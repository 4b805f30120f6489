type Person = { readonly id: string };

/** Whose notice it is. */
type Told = { readonly userId: string };

const ACTIONS = {
  read: isRecipient,
  mark: isRecipient,
} as const;

function isRecipient(person: Person, notice: Told): boolean {
  return person.id === notice.userId;
}

/** What somebody was told is theirs; to anybody else it does not exist (A6.5). */
export function can(viewer: Person | null, action: keyof typeof ACTIONS, notice: Told): boolean {
  return viewer !== null && ACTIONS[action](viewer, notice);
}
