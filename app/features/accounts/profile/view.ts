import type { ProfileField } from "./schema.ts";

export type ProfileValues = Readonly<Record<ProfileField, string>>;

export interface ProfileView {
  readonly values: ProfileValues;
  readonly avatarUrl: string | null;
  /** The version of `values`. The form sends it, so that the server notices if they have changed since then. */
  readonly version: string;
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

export interface PictureAnswer {
  readonly saved: boolean;
  readonly text: string;
}
