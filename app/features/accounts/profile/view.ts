import type { ProfileField } from "./schema.ts";

/** What the profile form begins with; what is not there is empty. */
export type ProfileValues = Readonly<Record<ProfileField, string>>;

export interface ProfileView {
  readonly values: ProfileValues;
  readonly avatarUrl: string | null;
  /** Goes with the form, so that a change that was made in the meantime is noticed. */
  readonly version: string;
}

/** A change of the address that waits for a link to be opened. */
export interface PendingEmailView {
  readonly from: string;
  readonly to: string;
  /** Who has the link now: the address that is left, or the new one. */
  readonly at: "old" | "new";
}

/** What the box under the username says while somebody types. */
export interface NameAnswer {
  readonly name: string;
  readonly free: boolean;
  readonly text: string;
}

/** What came of a picture that was sent or taken away, as one sentence. */
export interface PictureAnswer {
  readonly saved: boolean;
  readonly text: string;
}
