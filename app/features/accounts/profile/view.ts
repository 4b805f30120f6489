import type { ProfileField } from "./schema.ts";

export type ProfileValues = Readonly<Record<ProfileField, string>>;

export interface ProfileView {
  readonly values: ProfileValues;
  readonly avatarUrl: string | null;
  /** What the form is loaded with (`loadedWith`), so that the server notices what was changed elsewhere. */
  readonly loaded: string;
}

export interface PendingEmailView {
  readonly from: string;
  readonly to: string;
  /** The email address to which the current link was mailed: the old one or the new one. */
  readonly at: "old" | "new";
}

/** Whether a username is free, with the text that is shown under the field while the user types. */
export interface NameAnswer {
  readonly name: string;
  readonly free: boolean;
  readonly text: string;
}
