/** The signed-in user of a request, for all features. `id` is users.id and profiles.id. */
export type Viewer = { id: string; username: string; email: string };

/** Staff act for the shop. An operator may do everything that a moderator may. */
export const STAFF_ROLES = ["moderator", "operator"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** A signed-in member of staff, whose second factor is on. */
export type StaffMember = Viewer & { readonly role: StaffRole };
